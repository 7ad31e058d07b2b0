import { expect, test } from "vitest";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";
import type { TableInput } from "../../../../harness/results/tables/make-table.ts";
import { rankTable } from "../../../../harness/results/tables/sensitivity/rank-table.ts";

/** Executions of two models with a pass and an overall score each. */
function input(rows: [model: string, pass: number, overall: number][]): TableInput {
  const executions = rows.map(([model, pass, overall]) => ({
    record: {
      model,
      workflow: "react",
      knowledge: "prompt",
      outcome: "success",
      scores: { pass: { value: pass }, overall_score: { value: overall } },
    },
  }));
  const summary = { stand_in_models: [], stand_in_judges: [] };
  return {
    executions,
    results: { summary },
    config: { repeats: 1, models: [], workflows: ["react"], knowledge: [] },
    syntheticCorpus: false,
  } as never as TableInput;
}

const title = "t";
const halves = (execution: ScoredExecution) => (execution.record.model === "a" ? 0 : 1);

test("the number itself moves nothing; the opposite order moves all and changes the best", () => {
  const given = input([
    ["a", 1, 1],
    ["b", 0, 0],
  ]);
  const [same, opposite] = rankTable(given, title, [
    { of: "pass", name: "same", value: ({ record }) => record.scores.pass!.value },
    { of: "pass", name: "opposite", value: halves },
  ]).rows;
  expect(same).toMatchObject({ rho: 1, moved: 0, largest_move: 0, best_changed: "no", n: 2 });
  expect(opposite).toMatchObject({ rho: -1, moved: 2, largest_move: 1, best_changed: "yes", best: "b__react__prompt" });
});

test("what is left out leaves n, and equal means share ranks", () => {
  const given = input([
    ["a", 1, 1],
    ["a", 0, 0],
    ["b", 1, 1],
  ]);
  const [row] = rankTable(given, title, [
    { of: "pass", name: "passes only", value: ({ record }) => (record.scores.pass!.value === 1 ? 1 : null) },
  ]).rows;
  expect(row).toMatchObject({ rho: null, largest_move: 0.5, n: 2 });
});
