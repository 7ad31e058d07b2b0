import { describe, expect, test } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { withBases } from "../../../../harness/record/config/factors/values.ts";
import { configurationsOf } from "../../../../harness/record/config/matrix.ts";
import { type Config, configSchema } from "../../../../harness/record/config/schema.ts";
import { configurationName } from "../../../../harness/record/domain/names.ts";
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

describe("a factor that does not apply everywhere", () => {
  const config = withBases(
    configSchema.parse({
      models: ["a", "b"].map((name) => ({ name, provider: "policy", model: "explorer" })),
      ...{ workflows: ["react", "vector_rag", "keyword_rag"], knowledge: ["prompt"], factors: { depth: [10, 20] } },
    }),
  );
  const decomposed = (of: (name: string, scenario: number) => number, some = config) =>
    decomposeMetrics(
      some,
      configurationsOf(some).flatMap((configuration) =>
        Array.from({ length: 8 }, (_, scenario) => {
          const value = of(configurationName(configuration), scenario);
          const scores = Object.fromEntries(METRICS.map((name) => [name, { value }]));
          return { scenario: { id: `S${scenario}` }, record: { ...configuration, scores } } as never as ScoredExecution;
        }),
      ),
    ).filter(({ metric }) => metric === "pass");

  test("leaves parts that are decomposed by themselves, named by what they have in common", () => {
    const noise = makeRandom("parts");
    const parts = decomposed((name) => (name.includes("depth=10") ? 0.3 : 0.1) + 0.01 * noise());
    expect(parts.map(({ part, configurations }) => [part, configurations?.length])).toEqual([
      ["workflow react", 2],
      ["workflow vector_rag, keyword_rag", 8],
    ]);
    const [agents, engine] = parts;
    expect(agents!.components.map(({ source }) => source)).toEqual(["model", "scenario"]);
    const depth = engine!.components.find(({ source }) => source === "depth");
    expect(depth).toMatchObject({ variance: expect.closeTo(0.01, 3), share: expect.closeTo(1, 1) });
  });

  test("is as it would be in a run of that part alone", () => {
    const value = (name: string, scenario: number) => ((name.length * 7 + scenario * 13) % 17) / 17;
    const one = { ...config, models: config.models.slice(0, 1) };
    const [part] = decomposed(value, one);
    const [alone] = decomposed(value, { ...one, workflows: ["vector_rag", "keyword_rag"] });
    const numbers = (one: typeof alone) =>
      one!.components.map(({ source, variance, share }) => [source, variance, share]);
    expect(numbers(part)).toEqual(numbers(alone));
  });

  test("and a design of which no part is all combinations has none, and says so", () => {
    const two = withBases(
      configSchema.parse({
        ...{ models: [config.models[0]], workflows: ["vector_rag"], knowledge: ["prompt"] },
        factors: { depth: [10, 20], rerank: ["none", "llm_listwise"] },
        design: { one_at_a_time: true },
      }),
    );
    expect(decomposed(() => 1, two)).toEqual([expect.objectContaining({ components: [], incomplete: true })]);
  });
});
