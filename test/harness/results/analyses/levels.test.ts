import { expect, it } from "vitest";
import { levels } from "../../../../harness/results/analyses/levels.ts";
import { nodeEffects } from "../../../../harness/results/analyses/node-effects.ts";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";
import { EXECUTION_METRIC_NAMES } from "../../../../harness/results/metrics/execution/registry.ts";

/** Thirty answerable scenarios of one workflow: NDCG, recall and passes as given, by scenario. */
function planted(workflow: string, valueAt: (at: number) => number, changes: Record<string, unknown> = {}) {
  const configuration = { model: "m", workflow, knowledge: "prompt" as const };
  const executions = Array.from({ length: 30 }, (_, at) => {
    const scores = Object.fromEntries(EXECUTION_METRIC_NAMES.map((name) => [name, { value: valueAt(at) }]));
    return {
      scenario: { id: `S${at}`, answerable: true },
      record: { ...configuration, scenario_id: `S${at}`, outcome: "success", scores: { ...scores, ...changes } },
    };
  });
  return { configuration, executions };
}

function scoredOf(...configurations: ReturnType<typeof planted>[]): Scored {
  const workflows = configurations.map(({ configuration }) => configuration.workflow);
  const executions = configurations.flatMap((one) => one.executions);
  return { configurations, executions, config: { models: [{ name: "m" }], workflows } } as unknown as Scored;
}

const half = planted("corrective_no_rerank", (at) => (at % 2 === 0 ? 0 : 0.5));
const whole = planted("corrective_dense", (at) => (at % 2 === 0 ? 1 : 0.5));

it("tells what a node does by the pairs that differ in it, and by no other", () => {
  const effects = nodeEffects.compute(
    scoredOf(
      half,
      whole,
      planted("react", () => 1),
    ),
    {},
  );
  expect(effects.map(({ node, first, second, metric }) => [node, first, second, metric])).toEqual(
    ["ndcg@10", "recall@10", "functional_pass"].map((metric) => [
      ...["listwise re-ranking", "corrective_dense", "corrective_no_rerank", metric],
    ]),
  );
  const [ndcg] = effects;
  expect([ndcg!.difference, ndcg!.wins, ndcg!.ties, ndcg!.losses, ndcg!.n]).toEqual([0.5, 15, 15, 0, 30]);
  expect(ndcg!.low).toBeGreaterThan(0);
  expect(ndcg!.holm_p).toBeLessThan(0.01);
  expect(nodeEffects.compute(scoredOf(planted("react", () => 1)), {})).toEqual([]);
});

it("a pair of equal graphs differs by nothing, and Holm counts it", () => {
  const effects = nodeEffects.compute(
    scoredOf(
      whole,
      half,
      planted("corrective_no_grade", (at) => (at % 2 === 0 ? 1 : 0.5)),
    ),
    {},
  );
  const [rerank, both] = effects;
  expect([both!.node, both!.difference, both!.p, both!.holm_p]).toEqual(["grading and rewriting", 0, 1, 1]);
  expect(rerank!.holm_p).toBeCloseTo(2 * rerank!.p!, 12);
});

it("sorts answers by kind of error: relevant found, only others, none; no answer is none of these", () => {
  const row = levels.compute(
    scoredOf(
      half,
      planted("react", () => 1),
    ),
    {},
  );
  expect(row.map(({ workflow, errors }) => [workflow, errors])).toEqual([
    // Substantive where anything scored above 0 here: half of them recommend nothing.
    ["corrective_no_rerank", { correct: 15, misretrieval: 0, fallback: 15, unscored: 0 }],
  ]);
  const astray = planted("static_dense", () => 0, { substantive: { value: 1 } });
  const silent = planted("static_sparse", () => 0, { "recall@10": { value: null, reason: "no_answer" } });
  expect(levels.compute(scoredOf(astray, silent), {}).map(({ errors }) => errors)).toEqual([
    { correct: 0, misretrieval: 30, fallback: 0, unscored: 0 },
    { correct: 0, misretrieval: 0, fallback: 0, unscored: 30 },
  ]);
});
