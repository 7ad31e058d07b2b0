import { expect, test } from "vitest";
import { rankConfigurations } from "../../../../harness/results/analyses/rankings.ts";
import type { ScoredConfiguration } from "../../../../harness/results/analyses/scored.ts";

const METRICS = ["functional_pass", "pass", "overall_score", "ndcg@10", "mrr@10", "recall@10"];

/** A configuration whose every metric has these values, one a scenario; null is unscored. */
function scored(model: string, values: (number | null)[]): ScoredConfiguration {
  const executions = values.map((value, at) => ({
    scenario: { id: `S${at}` },
    record: {
      scores: Object.fromEntries(METRICS.map((name) => [name, value === null ? { value, reason: "x" } : { value }])),
    },
  }));
  return {
    configuration: { model, workflow: "react", knowledge: "prompt" },
    executions,
  } as never as ScoredConfiguration;
}

const order = (configurations: ScoredConfiguration[]) =>
  rankConfigurations(configurations)[0]!.order.map(({ configuration, bands }) => [configuration.split("__")[0], bands]);

const repeated = (value: number) => Array.from({ length: 20 }, () => value);

test("what can't be told apart shares a band, what is told from one of them opens the next", () => {
  const noisy = repeated(0).map((_, at) => (at % 2 === 0 ? 0.5 : 0.9));
  expect(order([scored("low", repeated(0)), scored("best", repeated(0.8)), scored("near", noisy)])).toEqual([
    ["best", [1]],
    ["near", [1]],
    ["low", [2]],
  ]);
});

test("no pair within a band is told apart, whatever is between them", () => {
  // The middle one is told from neither; the outer two are distinguished, on fewer scenarios than differ from the middle.
  const wide = repeated(0.5).map((_, at) => (at % 2 === 0 ? 0 : 1));
  const configurations = [scored("high", repeated(0.8)), scored("wide", wide), scored("low", repeated(0.2))];
  expect(order(configurations)).toEqual([
    ["high", [1]],
    ["wide", [1, 2]],
    ["low", [2]],
  ]);
});

test("a configuration without any score comes last, in no band", () => {
  expect(order([scored("none", [null, null]), scored("some", [1, 1])])).toEqual([
    ["some", [1]],
    ["none", []],
  ]);
});

test("a scenario that no configuration has a value for does not count", () => {
  const [pass] = rankConfigurations([scored("a", [1, null]), scored("b", [0, null])]);
  expect(pass).toMatchObject({ scenarios: 1, pairs: [{ n: 1, difference: 1 }] });
});
