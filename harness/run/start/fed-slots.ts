import { countOf } from "../../../base/counts.ts";
import type { Config } from "../../record/config/schema.ts";

/** Calls of a model that one thread keeps going at most: it has some 20 ms of work with each (`perf/concurrency.ts`). */
const CALLS_A_SECOND = 45;

/** What to know of a concurrency that one thread feeds only where the models take their time; null where it does in any case. What several feed was not measured. */
export function slotsNote({
  concurrency,
  threads,
  models,
}: Pick<Config, "concurrency" | "threads" | "models">): string | null {
  if (threads > 1 || concurrency <= CALLS_A_SECOND || models.every(({ provider }) => provider === "policy"))
    return null;
  const seconds = (concurrency / CALLS_A_SECOND).toFixed(1);
  return `one thread of this process can keep some ${CALLS_A_SECOND} model calls a second going: ${countOf(concurrency, "execution")} at a time are no faster than fewer unless a call takes ${seconds} s; beyond that, workers on other machines (--queue), or --threads where cores are free`;
}
