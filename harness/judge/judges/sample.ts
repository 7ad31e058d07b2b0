import { makeRandom, shuffle } from "../../../base/random.ts";
import { compareText } from "../../../base/text-order.ts";
import { apportion } from "../../../scenarios/set/distribution.ts";
import { configurationName, executionName } from "../../record/domain/names.ts";
import type { ExecutionKey, Judgement, Verdict } from "../../record/domain/records.ts";

/** Executions of the study's matrix: `calibration_sample` is given for so many. */
const STUDY_EXECUTIONS = 936;
/** Fewest executions re-judged per configuration, where there are so many. */
const MIN_PER_CONFIGURATION = 2;

export interface SampleOptions {
  /** `judges.calibration_sample`: of 936 executions. 0 = none. */
  sample: number;
  seed: number;
}

/** What of a verdict drawing needs. */
export type Drawable = ExecutionKey & Pick<Verdict, "type"> & { judgement: Pick<Judgement, "status"> | null };

/**
 * Which executions are judged a second time. Size: `sample` x executions / 936, rounded, at most `sample`, and at least
 * two per configuration. Apportioned over configurations by their number of executions, and within each over primary
 * passes and fails in proportion, with at least one of each where there is room. Executions without a primary judgement
 * (blocked, cascaded) are taken only where judged ones run out. Drawn without replacement; the result depends on the
 * set of verdicts and the seed, not on their order. Gives execution names.
 */
export function sampleForCalibration(verdicts: readonly Drawable[], { sample, seed }: SampleOptions): Set<string> {
  const groups = groupByConfiguration(verdicts);
  const chosen = new Set<string>();
  if (sample === 0) return chosen;
  const sizes = [...groups.values()].map((group) => group.length);
  const wanted = Math.min(sample, Math.round((sample * verdicts.length) / STUDY_EXECUTIONS));
  const quotas = apportion(wanted, sizes).map((quota, index) =>
    Math.min(sizes[index] ?? 0, Math.max(MIN_PER_CONFIGURATION, quota)),
  );
  [...groups].forEach(([name, group], index) => {
    const random = makeRandom("calibration", seed, name);
    for (const key of drawStratified(group, quotas[index] ?? 0, random)) chosen.add(executionName(key));
  });
  return chosen;
}

function groupByConfiguration(verdicts: readonly Drawable[]): Map<string, Drawable[]> {
  const groups = new Map<string, Drawable[]>();
  const sorted = [...verdicts].sort((a, b) => compareText(executionName(a), executionName(b)));
  for (const verdict of sorted) {
    const name = configurationName(verdict);
    const group = groups.get(name);
    if (group) group.push(verdict);
    else groups.set(name, [verdict]);
  }
  return groups;
}

function drawStratified(group: readonly Drawable[], quota: number, random: () => number): ExecutionKey[] {
  const stratum = (status: "pass" | "fail" | undefined) =>
    shuffle(
      random,
      group.filter((verdict) => verdict.judgement?.status === status),
    );
  const passes = stratum("pass");
  const fails = stratum("fail");
  const judged = Math.min(quota, passes.length + fails.length);
  const fromPasses = takeFromFirst(judged, passes.length, fails.length);
  return [
    ...passes.slice(0, fromPasses),
    ...fails.slice(0, judged - fromPasses),
    ...stratum(undefined).slice(0, quota - judged),
  ];
}

/** How many of `quota` come from the first of two strata: in proportion, at least one of each where both have some and the quota allows. */
function takeFromFirst(quota: number, first: number, second: number): number {
  const share = apportion(quota, [first, second])[0] ?? 0;
  const least = first > 0 && quota >= 2 ? 1 : 0;
  const most = second > 0 && quota >= 2 ? quota - 1 : quota;
  return Math.min(first, Math.max(quota - second, least, Math.min(most, share)));
}
