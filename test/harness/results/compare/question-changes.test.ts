import { describe, expect, it } from "vitest";
import type { Score } from "../../../../harness/record/domain/records.ts";
import { pairExecutions } from "../../../../harness/results/compare/pairing.ts";
import { questionChanges } from "../../../../harness/results/compare/question-changes.ts";
import { madeSource } from "./made-source.ts";

const MODELS = ["a__react__prompt", "b__react__prompt", "c__react__prompt"];
const NDCG = [{ metric: "ndcg@10", better: "higher" }] as const;

/** Changes from .5 to these scores, scenario by scenario, in three configurations. */
function changes(scores: readonly (number | Score)[], better: "higher" | "lower" = "higher") {
  const size = { scenarios: scores.length, configurations: MODELS };
  const { pairs } = pairExecutions(madeSource(size), madeSource({ ...size, score: (index) => scores[index]! }));
  return questionChanges([{ ...NDCG[0], better }], pairs, { S001: "which?" });
}

describe("gains and losses by question", () => {
  it("are the heaviest losses first and the largest gains last, without those that did not change", () => {
    const found = changes([0.4, 0.5, 0.1, 0.9, 0.6]);
    expect(found.map(({ scenario, loss }) => [scenario, loss])).toEqual([
      ["S003", 0.4],
      ["S001", 0.1],
      ["S005", -0.1],
      ["S004", -0.4],
    ]);
  });

  it("are means over configurations, with the question where it is known and two executions that moved that way", () => {
    expect(changes([0.25, 0.375])).toMatchObject([
      {
        scenario: "S001",
        question: "which?",
        baseline: 0.5,
        candidate: 0.25,
        moved: 3,
        executions: [{ name: "a__react__prompt__S001__0" }, {}],
      },
      { scenario: "S002", question: null },
    ]);
  });

  it("turn about where less is better", () => {
    expect(changes([0.4, 0.9], "lower").map(({ scenario, loss }) => [scenario, loss])).toEqual([
      ["S002", 0.4],
      ["S001", -0.1],
    ]);
  });

  it("leave out what has no score, and what differs by rounding alone", () => {
    expect(changes([{ value: null, reason: "blocked" }, 0.1 + 0.2 + 0.2])).toEqual([]);
  });

  it("are at most 20 of each, the heaviest", () => {
    const found = changes(Array.from({ length: 100 }, (_, index) => index / 100));
    expect([found.length, found[0]!.loss, found[19]!.loss, found.at(-1)!.loss]).toEqual([40, 0.5, 0.31, -0.49]);
  });

  it("are none where the two have nothing in common", () => {
    expect(questionChanges(NDCG, [])).toEqual([]);
  });
});
