import { describe, expect, it } from "vitest";
import { UserError } from "../../../../base/user-error.ts";
import { gateSchema } from "../../../../harness/record/config/gate-schema.ts";
import { runComparison } from "../../../../harness/results/compare/request.ts";
import { madeSource } from "./made-source.ts";

/** A candidate that lost everything: the exit code, or what is said of the rules. */
function collapse(config: object, metrics = ["ndcg@10", "hallucinated_ids"]): number | readonly string[] {
  const [baseline, candidate] = [1, 0].map((score) => madeSource({ scenarios: 40, metrics, score: () => score }));
  try {
    const gate = gateSchema.parse(config);
    return runComparison({
      baseline: baseline!,
      candidate: candidate!,
      metrics: null,
      allow: [],
      config: gate,
      gate: true,
    }).gate!.exit_code;
  } catch (error) {
    if (error instanceof UserError && error.code === "config") return error.problems.map((line) => line.split(":")[0]!);
    throw error;
  }
}

const rule = (limits: object) => ({ metrics: { "ndcg@10": limits } });

describe("a limit of the gate that no score can reach", () => {
  it("is refused, all of them at once: min_effect 5 of a share let a fall from 1 to 0 pass", () => {
    const limits = { min_effect: 5, margin: 6, largest_change: 30, worst_loss: 2, hard_breaks: { from: 2, below: 0 } };
    expect(collapse(rule(limits))).toEqual([
      ...["min_effect", "margin", "largest_change", "worst_loss"].map((key) => `gate.metrics.ndcg@10.${key}`),
      ...["from", "below"].map((key) => `gate.metrics.ndcg@10.hard_breaks.${key}`),
    ]);
    const lower = { direction: "lower", hard_breaks: { from: -1, below: 1 } };
    expect(collapse(rule(lower))).toEqual(["from", "below"].map((key) => `gate.metrics.ndcg@10.hard_breaks.${key}`));
    expect(collapse({ ...rule({}), worst_loss: 50 })).toEqual(["gate.worst_loss"]);
  });

  it("is not one at the range's end, nor of a count, which has none", () => {
    expect(
      collapse(rule({ min_effect: 1, largest_change: 1, worst_loss: 0.5, hard_breaks: { from: 1, below: 1 } })),
    ).toBe(3);
    const counts = {
      "ndcg@10": {},
      hallucinated_ids: { min_effect: 50, worst_loss: 50, hard_breaks: { from: 2, below: 9 } },
    };
    expect(collapse({ metrics: counts, worst_loss: 3 })).toBe(3);
  });
});
