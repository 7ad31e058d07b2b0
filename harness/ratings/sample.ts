import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/hash.ts";
import { makeRandom, shuffle } from "../../base/random.ts";
import { apportion } from "../../scenarios/distribution.ts";
import { configurationName, executionName } from "../domain/names.ts";
import type { Verdict } from "../domain/records.ts";

/** Executions that people rate, unless asked for more or fewer. */
export const RATING_SAMPLE = 60;

/**
 * Names of the executions to be rated: in proportion over configurations and primary passes and fails, so that plain means
 * over the sample stand for the run. Only judged ones. Depends on the set of verdicts and the seed, not on their order.
 */
export function sampleForRating(
  verdicts: readonly Verdict[],
  { size, seed }: { size: number; seed: number },
): string[] {
  const judged = verdicts
    .filter(({ type }) => type === "judged")
    .sort((a, b) => compareText(executionName(a), executionName(b)));
  const strata = [...grouped(judged, (verdict) => `${configurationName(verdict)} ${verdict.judgement?.status}`)];
  const quotas = apportion(
    Math.min(size, judged.length),
    strata.map(([, members]) => members.length),
  );
  return strata
    .flatMap(([name, members], index) => shuffle(makeRandom("ratings", seed, name), members).slice(0, quotas[index]))
    .map(executionName)
    .sort(compareText);
}
