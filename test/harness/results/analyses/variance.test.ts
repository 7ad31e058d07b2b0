import { expect, test } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import type { Config } from "../../../../harness/record/config/schema.ts";
import { decomposeMetrics } from "../../../../harness/results/analyses/variance.ts";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";
import { nonEmpty } from "../../../non-empty.ts";

const METRICS = ["functional_pass", "pass", "overall_score", "ndcg@10", "mrr@10", "recall@10"];

function decompose(models: string[], of: (model: string, workflow: string, scenario: number) => number | null) {
  const workflows = ["react", "plan_execute"];
  const config = { models: models.map((name) => ({ name })), workflows, knowledge: ["prompt"], repeats: 1 };
  const executions = models.flatMap((model) =>
    workflows.flatMap((workflow) =>
      Array.from({ length: 30 }, (_, scenario) => {
        const value = of(model, workflow, scenario);
        const score = value === null ? { value, reason: "x" } : { value };
        const scores = Object.fromEntries(METRICS.map((name) => [name, score]));
        return { scenario: { id: `S${scenario}` }, record: { model, workflow, knowledge: "prompt", scores } };
      }),
    ),
  );
  return decomposeMetrics(config as never as Config, executions as never as ScoredExecution[])[0]!;
}

test("what model, scenario and luck add is told apart; factors with one level are no source", () => {
  const random = makeRandom("variance-test");
  const { components } = decompose(
    ["a", "b"],
    (model, _, scenario) => (model === "a" ? 0.4 : 0) + scenario / 30 + 0.05 * random(),
  );
  const share = (source: string) => components.find((component) => component.source === source)?.share;
  expect(components.map(({ source }) => source)).not.toContain("knowledge");
  // 0.2 squared for the model, 1/12 for scenarios spread evenly over 0 to 1.
  expect(share("model")).toBeCloseTo(0.04 / (0.04 + 1 / 12), 1);
  expect(share("scenario")).toBeCloseTo(1 / 12 / (0.04 + 1 / 12), 1);
  expect(components.find(({ source }) => source === "model")?.holm_p).toBeLessThan(0.01);
});

test("a metric that never moves has no variance, and every number is a number", () => {
  const { components } = decompose(["a", "b"], () => 1);
  for (const { variance, low, high, share } of nonEmpty(components))
    expect([variance, low, high, share]).toEqual([0, 0, 0, 0]);
});

test("an effect equal in every scenario is exact: no error, no interval around it", () => {
  const { components } = decompose(["a", "b"], (model, _, scenario) => (model === "a" ? 0.5 : 0) + (scenario % 2));
  expect(components[0]).toMatchObject({ source: "model", variance: 0.0625, low: 0.0625, high: 0.0625 });
});

test("scenarios with a hole are left out and counted; without two there is nothing to say", () => {
  const { scenarios, left_out } = decompose(["a", "b"], (model, _, scenario) =>
    model === "a" && scenario < 3 ? null : 1,
  );
  expect([scenarios, left_out]).toEqual([27, 3]);
  expect(decompose(["a", "b"], (model) => (model === "a" ? null : 1)).components).toEqual([]);
});
