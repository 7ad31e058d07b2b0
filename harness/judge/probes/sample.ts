import { grouped } from "../../../base/grouped.ts";
import { makeRandom, shuffle } from "../../../base/random.ts";
import { compareText } from "../../../base/text-order.ts";
import { executionName } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";

/** Executions that probes start from, unless asked for more or fewer. */
export const PROBE_SAMPLE = 40;

/** `size` of the answered executions, as many scenarios as possible first: one of each, then a second of each, ... The same for the same set and seed, whatever the order. */
export function sampleForProbes<T extends ExecutionKey>(
  answered: readonly T[],
  { size, seed }: { size: number; seed: number },
): T[] {
  const random = makeRandom("probe-sample", seed);
  const sorted = [...answered].sort((a, b) => compareText(executionName(a), executionName(b)));
  const queues = shuffle(random, [...grouped(sorted, (key) => key.scenario_id).values()]).map((group) =>
    shuffle(random, group),
  );
  const rounds = Math.max(0, ...queues.map((queue) => queue.length));
  const chosen = Array.from({ length: rounds }, (_, round) => queues.flatMap((queue) => queue[round] ?? [])).flat();
  return chosen.slice(0, size).sort((a, b) => compareText(executionName(a), executionName(b)));
}
