import { grouped } from "../../../base/grouped.ts";
import type { ScoreRecord } from "../../record/domain/records.ts";
import { headlineMetric } from "../../results/analyses/headline.ts";
import type { Results } from "../../results/analyses/results.ts";
import { isSignificant, pairsOf } from "../../results/analyses/significant-pairs.ts";
import { abstentionOf } from "../../results/selection/abstention.ts";
import type { NextSteps } from "./site-data.ts";

const FAILURE_GROUPS = 3;

/** What a reader would do after this report. */
export function makeNextSteps({ scores, summary, rankings }: Results): NextSteps {
  const failed = scores.filter((record) => passOf(record) === 0);
  // An agent that crashed says nothing about a truth.
  const answered = scores.filter(({ outcome }) => outcome === "success");
  const groups = [...grouped(failed, (record) => `${record.family} ${abstentionOf(record)}`).values()]
    .map((members) => ({
      family: members[0]!.family,
      abstention: abstentionOf(members[0]!),
      executions: members.length,
    }))
    .sort((a, b) => b.executions - a.executions);
  const headline = headlineMetric(summary);
  return {
    failed: failed.length,
    failures: groups.slice(0, FAILURE_GROUPS),
    open: openComparison(rankings.find(({ metric }) => metric === headline)),
    never_passed: [...grouped(answered, ({ scenario_id }) => scenario_id)]
      .filter(([, own]) => own.length > 1 && own.every((record) => passOf(record) === 0))
      .map(([scenario]) => scenario),
  };
}

function passOf({ scores }: ScoreRecord): number | null {
  return scores.functional_pass?.value ?? null;
}

/** Of the pairs with the highest that no test tells apart, the one with the largest difference on the scenarios that both have. */
function openComparison(ranking: Results["rankings"][number] | undefined): NextSteps["open"] {
  const best = ranking?.order.find(({ mean }) => mean !== null);
  if (ranking === undefined || best === undefined) return null;
  const [widest] = pairsOf(ranking, best.configuration)
    .flatMap((pair) =>
      pair.difference === null || isSignificant(pair, ranking.alpha) ? [] : [{ ...pair, size: pair.difference }],
    )
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size);
  if (widest === undefined) return null;
  return { metric: ranking.metric, first: widest.first, second: widest.second, difference: widest.size };
}
