import { describe, expect, it, test } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { levelsOf } from "../../../../harness/record/config/factors/cells.ts";
import { withGenerators } from "../../../../harness/record/config/factors/fraction.ts";
import { configurationsOf } from "../../../../harness/record/config/matrix.ts";
import { modelSchema } from "../../../../harness/record/config/model-schema.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { configurationName } from "../../../../harness/record/domain/names.ts";
import { servingStacks } from "../../../../harness/results/analyses/factor-groups.ts";
import { compareFactors } from "../../../../harness/results/analyses/factors.ts";
import { type ScoredExecution, scoreValue } from "../../../../harness/results/metrics/scored-execution.ts";
import { stepDownMaxT } from "../../../../measure/statistics/comparison/max-t.ts";

const METRICS = ["functional_pass", "pass", "overall_score", "ndcg@10", "mrr@10", "recall@10"];

const scoreAt = ({ record }: ScoredExecution) => scoreValue({ record } as ScoredExecution, METRICS[0]!)!;

const NO_FURTHER = { models: [], workflows: [], knowledge: [] };

/** A full design of two models and two workflows on 20 scenarios; every metric has the value that `of` gives. */
function design(of: (model: string, workflow: string, scenario: number) => number): ScoredExecution[] {
  return ["a", "b"].flatMap((model) =>
    ["react", "plan_execute"].flatMap((workflow) =>
      Array.from({ length: 20 }, (_, scenario) => {
        const scores = Object.fromEntries(METRICS.map((name) => [name, { value: of(model, workflow, scenario) }]));
        const record = { model, workflow, knowledge: "prompt", scores };
        return { scenario: { id: `S${scenario}` }, record } as never as ScoredExecution;
      }),
    ),
  );
}

test("a planted main effect is found with its size, the other factor is not", () => {
  const [pass] = compareFactors(
    design((model, _workflow, scenario) => (model === "a" ? 0.5 : 0.2) + (scenario % 3) / 10),
    NO_FURTHER,
  );
  const [model, workflow, knowledge] = pass!.factors;
  expect(model?.pairs[0]?.difference).toBeCloseTo(0.3, 12);
  expect(model?.pairs[0]?.holm_p).toBeLessThan(0.05);
  expect(workflow?.pairs[0]).toMatchObject({ difference: 0, p: 1, holm_p: 1, n: 20 });
  expect(knowledge?.pairs).toEqual([]);
});

test("a configuration that was executed more often counts once", () => {
  const executions = design((model, workflow) => (model === "a" && workflow === "react" ? 1 : 0)).flatMap(
    (execution) => {
      const isOften = execution.record.model === "a" && execution.record.workflow === "react";
      return Array.from({ length: isOften ? 4 : 1 }, (_, repeat) => ({
        ...execution,
        record: { ...execution.record, scenario_id: execution.scenario.id, repeat },
      }));
    },
  );
  const [pass] = compareFactors(executions, NO_FURTHER);
  expect(pass!.factors[0]!.pairs[0]!.difference).toBeCloseTo(0.5, 12);
});

test("Holm runs over the pairs of all factors of a metric", () => {
  const [pass] = compareFactors(
    design((model, workflow) => (model === "a" ? 0.5 : 0) + (workflow === "react" ? 0.5 : 0)),
    NO_FURTHER,
  );
  const tests = pass!.factors.flatMap(({ pairs }) => pairs);
  expect(tests.map(({ p, holm_p }) => holm_p! / p!)).toEqual([2, 2]);
});

test("max-T stands beside Holm over the same pairs, as that of all pairs where there is one factor, null with a hole", () => {
  const random = makeRandom("max-T of factors");
  const noisy = design(
    (model, workflow) => 0.3 * Number(model === "a") + 0.1 * Number(workflow === "react") + random() / 2,
  );
  const [model] = compareFactors(noisy, NO_FURTHER)[0]!.factors.flatMap(({ pairs }) => pairs);
  const means = ["a", "b"].map((name) =>
    Array.from({ length: 20 }, (_, at) => {
      const own = noisy.filter(({ record, scenario }) => record.model === name && scenario.id === `S${at}`);
      return (scoreAt(own[0]!) + scoreAt(own[1]!)) / 2;
    }),
  );
  // Two pairs are corrected for, by some: 10,000 draws tell p to a hundredth.
  expect(model!.max_tp).toBeGreaterThan(stepDownMaxT(means, { random }).adjusted[0]! - 0.01);
  const models = noisy.filter(({ record }) => record.workflow === "react");
  const [only] = compareFactors(models, NO_FURTHER)[0]!.factors[0]!.pairs;
  const rows = ["a", "b"].map((model) => models.filter(({ record }) => record.model === model).map(scoreAt));
  expect(only!.max_tp).toBeCloseTo(stepDownMaxT(rows, { random: makeRandom("factors", METRICS[0]!) }).adjusted[0]!, 12);
  const holed = noisy.map((execution, at) => {
    const scores = at === 0 ? { functional_pass: { value: null, reason: "x" } } : execution.record.scores;
    return { ...execution, record: { ...execution.record, scores: { ...execution.record.scores, ...scores } } };
  });
  const [first] = compareFactors(holed as never as ScoredExecution[], NO_FURTHER);
  expect(first!.factors[0]!.pairs[0]).toMatchObject({ max_tp: expect.any(Number) }); // The other workflow has a value.
  const alone = compareFactors(
    holed.filter(({ record }) => record.workflow === "react") as never as ScoredExecution[],
    NO_FURTHER,
  );
  expect(alone[0]!.factors[0]!.pairs[0]!.max_tp).toBeNull();
});

describe("serving stacks", () => {
  const entry = (name: string, same_as?: string, serving?: string) =>
    modelSchema.parse({ name, provider: "openai", model: name, facts: { same_as, serving } });

  it("compares one model behind two stacks, over that model's executions only", () => {
    const models = [entry("a", "glm", "vLLM"), entry("b", "glm", "TensorRT"), entry("c", "qwen", "vLLM")];
    const executions = design((model) => (model === "a" ? 0.9 : 0.1));
    const other = executions.map(({ record, ...rest }) => ({ ...rest, record: { ...record, model: "c" } }));
    const [pass] = compareFactors([...executions, ...other], { ...NO_FURTHER, models });
    const serving = pass!.factors.find(({ factor }) => factor === "serving");
    expect(serving?.levels).toEqual([
      { level: "vLLM", mean: expect.closeTo(0.9, 12), models: ["a"] },
      { level: "TensorRT", mean: expect.closeTo(0.1, 12), models: ["b"] },
    ]);
    expect(serving?.pairs).toMatchObject([{ first: "vLLM", second: "TensorRT", n: 20 }]);
  });

  it("is no factor where no model has two, and leaves out a model that lacks one", () => {
    expect(servingStacks([entry("a", "glm", "vLLM"), entry("c", "qwen", "TensorRT"), entry("d")]).size).toBe(0);
    const three = [entry("a", "glm", "x"), entry("b", "glm", "y"), entry("c", "qwen", "x"), entry("d", "qwen", "z")];
    expect(servingStacks(three).size).toBe(0);
    const crossed = [entry("a", "glm", "x"), entry("b", "glm", "y"), entry("c", "qwen", "y"), entry("d", "qwen", "x")];
    expect([...servingStacks(crossed)]).toEqual([
      ["a", { model: "glm", stack: "x" }],
      ["b", { model: "glm", stack: "y" }],
      ["c", { model: "qwen", stack: "y" }],
      ["d", { model: "qwen", stack: "x" }],
    ]);
  });
});

describe("further factors", () => {
  const config = configSchema.parse({
    models: [{ name: "a", provider: "policy", model: "explorer" }],
    workflows: ["react", "vector_rag"],
    knowledge: ["prompt"],
    factors: [
      {
        name: "grade",
        base: "no",
        levels: [level("no", { "retrieval.grade": false }), level("yes", { "retrieval.grade": true })],
      },
      {
        name: "rewrite",
        base: "no",
        levels: [level("no", { "retrieval.rewrite": false }), level("yes", { "retrieval.rewrite": true })],
      },
    ],
  });

  function level(name: string, patch: object) {
    return { name, patch };
  }

  function run(of: (name: string, scenario: number) => number): ScoredExecution[] {
    return configurationsOf(config).flatMap((configuration) =>
      Array.from({ length: 20 }, (_, scenario) => {
        const value = of(configurationName(configuration), scenario);
        const scores = Object.fromEntries(METRICS.map((name) => [name, { value }]));
        return { scenario: { id: `S${scenario}` }, record: { ...configuration, scores } } as never as ScoredExecution;
      }),
    );
  }

  it("compares levels in configurations that are equal in all other factors, others held at their base", () => {
    // Grading alone adds .1; what is rewritten too is no evidence on grading, and what no grade applies to is none on either.
    const effect = (name: string) =>
      name.includes("rewrite=yes") ? 0.6 : name.includes("grade=yes") ? 0.3 : name.includes("react") ? 0.9 : 0.2;
    const [pass] = compareFactors(
      run((name, scenario) => effect(name) + (scenario % 3) / 100),
      config,
    );
    const found = Object.fromEntries(pass!.factors.map(({ factor, pairs }) => [factor, pairs[0]]));
    expect(found.grade).toMatchObject({ first: "no", second: "yes", n: 20, difference: expect.closeTo(-0.1, 12) });
    expect(found.rewrite).toMatchObject({ first: "no", second: "yes", n: 20, difference: expect.closeTo(-0.3, 12) });
    expect(found.workflow).toMatchObject({ n: 20, difference: expect.closeTo(0.7, 12) });
    const grade = pass!.factors.find(({ factor }) => factor === "grade");
    expect(grade?.levels.map((one) => one.configurations)).toEqual([undefined, ["a__vector_rag__prompt__grade=yes"]]);
  });
});

describe("a quarter of 32 combinations", () => {
  const names = ["rerank", "depth", "stemming", "chunks", "sql_row_cap"];
  const patches = [
    { "retrieval.rerank": "llm_listwise" },
    { "retrieval.answered_from": 50 },
    { "substrate.search.stemming": "none" },
    { "substrate.embedding.context_tokens": 256 },
    { "limits.turn_cutoff_s": 60 },
  ];
  const config = withGenerators(
    configSchema.parse({
      models: ["a", "b"].map((name) => ({ name, provider: "policy", model: "explorer" })),
      workflows: ["vector_rag"],
      knowledge: ["prompt"],
      factors: names.map((name, at) => ({
        ...{ name, base: "low" },
        levels: [
          { name: "low", patch: {} },
          { name: "high", patch: patches[at] },
        ],
      })),
      design: { fraction: { of: names, resolution: 3 } },
    }),
  );
  const executions = (of: (levels: ReadonlyMap<string, string>, scenario: number) => number) =>
    configurationsOf(config).flatMap((configuration) =>
      Array.from({ length: 20 }, (_, scenario) => {
        const value = of(levelsOf(config, configuration), scenario);
        const scores = Object.fromEntries(METRICS.map((name) => [name, { value }]));
        return { scenario: { id: `S${scenario}` }, record: { ...configuration, scores } } as never as ScoredExecution;
      }),
    );
  const high = (levels: ReadonlyMap<string, string>, ...factors: string[]) =>
    factors.every((factor) => levels.get(factor) === "high") ? 1 : 0;

  it("runs eight of them, crossed in full with the models, its generators frozen", () => {
    expect(configurationsOf(config)).toHaveLength(16);
    expect(config.design?.fraction?.generators).toEqual({
      chunks: ["rerank", "depth"],
      sql_row_cap: ["rerank", "stemming"],
    });
  });

  it("gives the effects that the full design has, and names what they cannot be told from", () => {
    const [pass] = compareFactors(
      executions((levels) => 0.2 + 0.1 * high(levels, "rerank") + 0.05 * high(levels, "chunks")),
      config,
    );
    const found = Object.fromEntries(
      pass!.factors.map(({ factor, pairs, aliases }) => [factor, { difference: pairs[0]?.difference, aliases }]),
    );
    expect(found).toMatchObject({
      model: { difference: expect.closeTo(0, 12), aliases: undefined },
      rerank: { difference: expect.closeTo(-0.1, 12), aliases: ["depth x chunks", "stemming x sql_row_cap"] },
      depth: { difference: expect.closeTo(0, 12), aliases: ["rerank x chunks"] },
      stemming: { difference: expect.closeTo(0, 12), aliases: ["rerank x sql_row_cap"] },
      chunks: { difference: expect.closeTo(-0.05, 12), aliases: ["rerank x depth"] },
      sql_row_cap: { difference: expect.closeTo(0, 12), aliases: ["rerank x stemming"] },
    });
  });

  it("compares nothing of the fraction where a selection has left halves that are not balanced", () => {
    const part = executions(() => 0.5).filter(({ record }) => record.levels !== undefined);
    const [pass] = compareFactors(part, config);
    expect(pass!.factors.find(({ factor }) => factor === "rerank")?.pairs[0]).toMatchObject({ difference: null, n: 0 });
  });
});
