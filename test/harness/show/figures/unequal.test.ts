import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import { sayPower, sayUnequal } from "../../../../harness/results/analyses/say-sizes.ts";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";
import { loadInput } from "../../../../harness/run/stages/score/load-input.ts";
import { scoreRun } from "../../../../harness/run/stages/score/score-run.ts";
import { LIGHT } from "../../../../harness/show/drawing/theme.ts";
import { FIGURES } from "../../../../harness/show/figures/registry.ts";
import { describeJudge } from "../../../../harness/show/report/judge-validity.ts";
import { type FixtureContext, scoredContext } from "../../run/stages/context.ts";
import { changed, resultsOf, withScores } from "./changed-results.ts";

const FEW = 3;
let context: FixtureContext;
let results: Results;
let equal: Results;
/** One model of two has been run on the first three scenarios alone; in `equal` every number is 1 besides. */
beforeAll(async () => {
  context = await scoredContext();
  const whole = (await scoreRun(await loadInput(context), context))!;
  const few = new Set(whole.scenarios.slice(0, FEW).map(({ id }) => id));
  const isLeft = ({ record: { model, workflow }, scenario }: ScoredExecution) =>
    workflow === "react" && (model === "explorer" || (model === "planner" && few.has(scenario.id)));
  const timing = { started_at: "2026-01-01T00:00:00.000Z", duration_ms: 2000, turns: 0 };
  results = resultsOf(changed(whole, (one) => (isLeft(one) ? one : null)));
  equal = resultsOf(changed(whole, (one) => (isLeft(one) ? { ...withScores(one, () => 1), timing } : null)));
});
afterAll(() => context?.[Symbol.asyncDispose]());

const instead = (name: string, of: Results): string => {
  const figure = FIGURES.find((one) => one.name === name)!;
  return figure.caption(figure.read(of));
};

describe("where configurations were not run on the same scenarios", () => {
  it.each<[string, RegExp]>([
    ["best-differences-ndcg10", /equal on every scenario \(n = 3 to 5\)\.$/],
    ["factor-differences", /equal on every scenario \(n = 3 to 7\)\.$/],
    ["dimension-scores", /^Every mean rating is 1\.00 of 5 \(n = 7 to 21 each\)\.$/],
    ["recall-curve", /under every configuration \(n = 3 to 6\)\.$/],
    ["tokens", /in the median execution \(n = 3 to 8\)\.$/],
  ])("%s says of all of them from how few to how many", (name, sentence) => {
    expect(instead(name, equal)).toMatch(sentence);
  });

  it("abstention has bars of shares, since counts would tell how often each was executed", () => {
    const figure = FIGURES.find(({ name }) => name === "abstention")!;
    const axisOf = (of: Results) => {
      const spec = figure.spec(figure.read(of), { width: 800, theme: LIGHT, models: [], notice: [] });
      return JSON.stringify(spec).match(/"title":"[a-z ]*executions"/g);
    };
    expect(axisOf(results)).toContain('"title":"share of executions"');
    const [one] = results.summary.configurations;
    expect(axisOf({ ...results, summary: { ...results.summary, configurations: [one!] } })).toEqual(
      Array(2).fill('"title":"executions"'),
    );
  });

  it("pass-rate-facets has the n of the pair's test", () => {
    expect(instead("pass-rate-facets", results)).toMatch(/^No two .* planner under .* \(.*p = 1\.000.*, n = 3\)\.$/);
  });

  it("a judge that read more of some dimensions says so", () => {
    const agreement = results.judge.agreement.map((row, at) => (at % 2 ? row : { ...row, n: Math.min(row.n, 3) }));
    const judged = describeJudge({ ...results, judge: { ...results.judge, agreement } });
    expect(judged!.text).toContain("A second judge has read 3 to 5 answers again");
  });

  it("pages say how many ran of each configuration, and of which scenarios the power is", () => {
    const ranking = results.rankings.find(({ metric }) => metric === "functional_pass")!;
    expect(sayPower(ranking)).toBe(
      ` With 3 to 8 scenarios a pair none could differ significantly, whatever its values: that takes ${ranking.fewest_scenarios} scenarios.`,
    );
    expect(sayPower({ ...ranking, fewest_scenarios: 8 })).toMatch(
      /that takes 8 distinct scenarios, and some are of one cluster\.$/,
    );
    const seen = { smallest_holm_p: 0.001, detectable: { sd: 0.2, one_pair: 0.3, all_pairs: 0.5 } };
    expect(
      sayPower({ ...ranking, ...seen, mean_ranks: { ranks: [], scenarios: 3, p: 1, critical_difference: 1 } }),
    ).toMatch(/^ With the 3 scenarios that all have a value for, the smallest/);
    expect(sayUnequal(results.summary.configurations)).toBe(", of which 3 to 8 ran of each configuration");
    expect(sayUnequal(results.summary.configurations.slice(0, 1))).toBe("");
  });
});
