import { countOf } from "../../../base/counts.ts";
import type { Config } from "../../record/config/schema.ts";

/** Calls of a model that one process keeps going at most: its one thread has some 21 ms of work with each (`perf/concurrency.ts`). */
const CALLS_A_SECOND = 45;

/** What to know of a concurrency that one process feeds only where the models take their time; null where it does in any case. */
export function slotsNote({ concurrency, models }: Pick<Config, "concurrency" | "models">): string | null {
  if (concurrency <= CALLS_A_SECOND || models.every(({ provider }) => provider === "policy")) return null;
  const seconds = (concurrency / CALLS_A_SECOND).toFixed(1);
  return `one process keeps at most some ${CALLS_A_SECOND} model calls a second going: ${countOf(concurrency, "execution")} at a time are no faster than fewer unless a call takes ${seconds} s; beyond that, scopebench queue worker --queue, one for each core`;
}
