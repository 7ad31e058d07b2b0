import { grouped } from "../../../base/grouped.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { DIFFERENCE_OF_SHARES } from "../../../measure/statistics/comparison/bounded-mean-test.ts";
import { signTest } from "../../../measure/statistics/comparison/sign-test.ts";
import { boundedMeanInterval } from "../../../measure/statistics/intervals/bounded-mean.ts";
import type { PreferenceRecord } from "./store.ts";

export interface PreferenceSummary {
  /** For the first configuration, for the second, for neither. */
  wins: number;
  losses: number;
  ties: number;
  /** Without a choice. */
  blocked: number;
  /** Choices that went with the place and count as ties. */
  followedPlace: number;
  scenarios: number;
  /** Mean over scenarios of wins less losses, -1 to 1, with its 95 % interval and the sign test's p. */
  preference: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
}

/** The unit is the scenario: repeats are averaged first. */
export function summarizePreferences(
  records: readonly Pick<PreferenceRecord, "scenario_id" | "winner" | "followed_place">[],
): PreferenceSummary {
  const count = (winner: PreferenceRecord["winner"]) => records.filter((record) => record.winner === winner).length;
  const chosen = records.filter(({ winner }) => winner !== null);
  const groups = [...grouped(chosen, ({ scenario_id }) => scenario_id)];
  const values = groups.map(([, own]) => mean(own.map(({ winner }) => ({ a: 1, b: -1, tie: 0 })[winner!]))!);
  return {
    wins: count("a"),
    losses: count("b"),
    ties: count("tie"),
    blocked: count(null),
    followedPlace: records.filter(({ followed_place }) => followed_place).length,
    scenarios: groups.length,
    preference: mean(values),
    ...boundedMeanInterval(values, { range: DIFFERENCE_OF_SHARES, coverage: "at least" }),
    p: signTest(values)?.p ?? null,
  };
}
