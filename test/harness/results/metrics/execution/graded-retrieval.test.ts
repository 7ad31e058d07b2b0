import { expect, it } from "vitest";
import { idReader } from "../../../../../base/ids/id-reader.ts";
import type { ExtractedStep } from "../../../../../harness/record/domain/records.ts";
import { traceCase } from "../../../../../harness/results/metrics/execution/case.ts";
import { scoreExecution } from "../../../../../harness/results/metrics/execution/registry.ts";
import { fixtureScenarios, ID_PATTERNS } from "../../../run-fixture/scenarios.ts";

const scenario = fixtureScenarios().scenarios.find(({ answerable, turns }) => answerable && turns.length === 1)!;
const NAMES = ["top_cosine", "mean_cosine@10", "context_precision@10", "rewrites", "fallback", "substantive"];

function scores(
  steps: Partial<ExtractedStep>[] | undefined,
  changes: { ranked_ids?: string[]; abstained?: boolean } = {},
) {
  const extraction = {
    ...{ scenario_id: scenario.id, model: "m", workflow: "corrective_dense", knowledge: "prompt" as const, repeat: 0 },
    ...{
      outcome: "success" as const,
      source: "checkpoints" as const,
      tokens_in: 1,
      tokens_out: 1,
      tokens_estimated: true,
    },
    ...{ model_calls: 1, served_models: [], tool_calls: [], messages: [], skills_loaded: [], plan_iterations: 0 },
    ...{
      answers: ["x"],
      final_text: "x",
      ranked_ids: [],
      abstained: false,
      contract_violations: [],
      contract_retries: 0,
    },
    ...{ contract_fallback: false, documents: [], ...changes },
    ...(steps && {
      steps: steps.map((step) => ({ turn: 0, node: "retrieve" as const, start_ms: 0, duration_ms: 1, ...step })),
    }),
  };
  const ids = idReader([], { idPatterns: ID_PATTERNS });
  const given = {
    scenario,
    outcome: "success" as const,
    extraction,
    verdict: null,
    ids,
    entityThreshold: 0.8,
    judgedRelevance: false,
  };
  const all = scoreExecution(given, traceCase(given));
  return NAMES.map((name) => all[name]!.value ?? all[name]!.reason);
}

const [relevant = ""] = scenario.expected_ids;

it("is about what was retrieved last, and where it ended", () => {
  const first = { ids: ["X-1"], cosines: [0.1] };
  const last = { ids: ["X-1", relevant, "X-2", "X-3"], cosines: [0.6, 0.4, 0.2, 0.2] };
  expect(scores([first, { node: "rewrite" }, last, { node: "generate" }], { ranked_ids: ["X-1"] })).toEqual([
    0.6, 0.35, 0.25, 1, 0, 1,
  ]);
  expect(scores([{ ids: [], cosines: [] }, { node: "abstain" }], { abstained: true })).toEqual([
    ...["nothing_retrieved", "nothing_retrieved", "nothing_retrieved", 0, 1, 0],
  ]);
});

it("has no likeness of what was found where none was measured", () => {
  expect(scores([{ ids: [relevant] }, { node: "generate" }])).toEqual(["no_likeness", "no_likeness", 1, 0, 0, 0]);
});

it("is no part of a workflow that is no such graph, and unscored where the last turn came to nothing", () => {
  expect(scores(undefined)).toEqual([...new Array(5).fill("no_graph"), 0]);
  expect(scores([])).toEqual([...new Array(5).fill("no_answer"), 0]);
});
