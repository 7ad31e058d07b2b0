import { grouped } from "../../../base/grouped.ts";
import { headlineMetric } from "../../analyses/headline.ts";
import type { Results } from "../../analyses/results.ts";
import { isSignificant } from "../../analyses/significant-pairs.ts";
import type { ScoreRecord } from "../../domain/records.ts";
import { abstentionOf } from "./execution-row.ts";
import type { NextSteps } from "./site-data.ts";

const FAILURE_GROUPS = 3;

/** What a reader would do after this report. */
export function makeNextSteps({ scores, summary, rankings }: Results): NextSteps {
  const failed = scores.filter((record) => passOf(record) === 0);
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
    never_passed: [...grouped(scores, ({ scenario_id }) => scenario_id)]
      .filter(([, own]) => own.length > 1 && own.every((record) => passOf(record) === 0))
      .map(([scenario]) => scenario),
  };
}

function passOf({ scores }: ScoreRecord): number | null {
  return scores.functional_pass?.value ?? null;
}

/** Of the pairs with the highest that no test tells apart, the one with the largest observed difference. */
function openComparison(ranking: Results["rankings"][number] | undefined): NextSteps["open"] {
  const [best, ...others] = (ranking?.order ?? []).filter(({ mean }) => mean !== null);
  if (ranking === undefined || best === undefined) return null;
  const { metric, alpha, pairs } = ranking;
  const isOpen = (name: string) => {
    const pair = pairs.find(({ first, second }) =>
      [first, second].every((one) => one === best.configuration || one === name),
    );
    return pair !== undefined && !isSignificant(pair, alpha);
  };
  const second = others.findLast(({ configuration, mean }) => mean! < best.mean! && isOpen(configuration));
  if (second === undefined) return null;
  return { metric, first: best.configuration, second: second.configuration, difference: best.mean! - second.mean! };
}
