import { makeRandom } from "../../../../base/random.ts";
import { configurationName } from "../../../../harness/record/domain/names.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import { differencesOf } from "../../../../measure/statistics/comparison/all-pairs.ts";
import { holm } from "../../../../measure/statistics/comparison/holm.ts";
import { signFlipTest } from "../../../../measure/statistics/comparison/sign-flip.ts";
import type { Measured } from "../../source.ts";
import { count } from "../../written.ts";

const LEVEL = 0.05;
/** Far beyond what Holm's first step needs, so that the count does not hang on which patterns were drawn. */
const PATTERNS = 100_000;

/** How many pairs of configurations each test tells apart, corrected over all of them: what the default test's promise costs. */
export function toldApartFigures({ rankings, scores }: Results): Measured {
  const rows = rankings.map(({ metric, pairs }) => ({
    metric,
    pairs: pairs.length,
    bounded: pairs.filter(({ holm_p }) => holm_p !== null && holm_p <= LEVEL).length,
    maxT: pairs.filter(({ max_tp }) => max_tp !== null && max_tp <= LEVEL).length,
    signFlips: bySignFlips(scores, metric),
  }));
  return {
    values: Object.fromEntries([
      ["pairs", count(rows[0]?.pairs)],
      ...rows.flatMap(({ metric, bounded, maxT, signFlips }) => [
        [`told-apart.${metric}`, count(bounded)],
        [`told-apart.${metric}.sign-flips`, count(signFlips)],
        [`told-apart.${metric}.max-t`, count(maxT)],
      ]),
    ]),
    tables: {
      "told-apart": {
        columns: [
          "metric",
          "bounded mean, Holm (the default)",
          "sign flips, Holm",
          "sign flips, step-down max-T",
          "of pairs",
        ],
        rows: rows.map(({ metric, bounded, signFlips, maxT, pairs }) => [
          `\`${metric}\``,
          ...[bounded, signFlips, maxT, pairs].map(count),
        ]),
      },
    },
  };
}

/** Over scenarios, which are distinct in the default set. */
function bySignFlips(scores: Results["scores"], metric: string): number {
  const scenarios = [...new Set(scores.map(({ scenario_id }) => scenario_id))];
  const names = [...new Set(scores.map(configurationName))];
  const values = new Map(
    scores.map((record) => [
      `${configurationName(record)} ${record.scenario_id}`,
      record.scores[metric]?.value ?? null,
    ]),
  );
  const rows = names.map((name) => scenarios.map((scenario) => values.get(`${name} ${scenario}`) ?? null));
  const ps = rows.flatMap((first, at) =>
    rows.slice(at + 1).map((second, offset) => {
      const random = makeRandom("sign flips", metric, at, offset);
      return signFlipTest(differencesOf(first, second).differences, { random, permutations: PATTERNS })?.p ?? null;
    }),
  );
  return holm(ps).filter((p) => p !== null && p <= LEVEL).length;
}
