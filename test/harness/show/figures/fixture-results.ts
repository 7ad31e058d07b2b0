import { readResults } from "../../../../harness/results/analyses/read-results.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import { scoreStage } from "../../../../harness/run/stages/score/index.ts";
import { type FixtureContext, fixtureContext, scoredContext } from "../../run/stages/context.ts";
import type { RunFixtureOptions } from "../../run-fixture.ts";

export const MODELS = ["explorer", "planner", "sprinter"];

export interface ScoredFixture extends AsyncDisposable {
  context: FixtureContext;
  results: Results;
}

/** The fixture run, scored. */
export async function scoredFixture(fixture?: RunFixtureOptions): Promise<ScoredFixture> {
  const context = fixture ? await fixtureContext([], {}, fixture) : await scoredContext();
  if (fixture) await scoreStage.run(context);
  const results = await readResults(context.runDirectory);
  return { context, results, [Symbol.asyncDispose]: () => context[Symbol.asyncDispose]() };
}

/** A run of which nothing was executed. */
export function emptyResults(results: Results): Results {
  const { summary, judge } = results;
  const nothing = Object.fromEntries(
    Object.entries(results).map(([name, result]) => [name, Array.isArray(result) ? [] : result]),
  ) as unknown as Results;
  return {
    ...nothing,
    entity_threshold: results.entity_threshold.map((row) => ({ ...row, passes: 0, pass_rate: null, n: 0 })),
    summary: { ...summary, configurations: [], breakdown: [] },
    strategies: { ...results.strategies, rows: [] },
    judge: { ...judge, judge_ir: [], composite_vs_ir: [], primary_vs_calibration: [] },
  };
}

/** Every name of a model replaced, in whatever part of the results it stands. */
export function renameModels(results: Results, names: Readonly<Record<string, string>>): Results {
  let text = JSON.stringify(results);
  for (const [from, to] of Object.entries(names)) text = text.replaceAll(from, JSON.stringify(to).slice(1, -1));
  return JSON.parse(text) as Results;
}
