import { countOf } from "../../../base/counts.ts";
import type { Config } from "../../record/config/schema.ts";

/** Calls of a model that one thread keeps going at most: it has some 20 ms of work with each (`perf/concurrency.ts`). */
const CALLS_A_SECOND = 45;

/** What to know of a concurrency that the threads feed only where the models take their time; null where they do in any case. */
export function slotsNote({
  concurrency,
  threads,
  models,
}: Pick<Config, "concurrency" | "threads" | "models">): string | null {
  const fed = threads * CALLS_A_SECOND;
  if (concurrency <= fed || models.every(({ provider }) => provider === "policy")) return null;
  const seconds = (concurrency / fed).toFixed(1);
  return `${countOf(threads, "thread")} of this process can keep some ${fed} model calls a second going: ${countOf(concurrency, "execution")} at a time are no faster than fewer unless a call takes ${seconds} s; beyond that, --threads, one for each core, or workers on other machines (--queue)`;
}
