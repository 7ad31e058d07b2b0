import { describe, expect, it } from "vitest";
import { coloursOf } from "../../../../harness/print/colours.ts";
import { gateSchema } from "../../../../harness/record/config/gate-schema.ts";
import { powerLine } from "../../../../harness/results/compare/render/sentences.ts";
import { renderTerminal } from "../../../../harness/results/compare/render/terminal.ts";
import { runComparison } from "../../../../harness/results/compare/request.ts";
import { madeSource } from "./made-source.ts";

function gate(scenarios: number, score: (index: number) => number, config: object, metric = "ndcg@10") {
  const [baseline, candidate] = [() => 0.5, score].map((of) =>
    madeSource({ scenarios, metrics: [metric], score: of as (index: number) => number }),
  );
  const options = { metrics: null, allow: [], config: gateSchema.parse(config), gate: true };
  const result = runComparison({ baseline: baseline!, candidate: candidate!, ...options });
  return { ...result, row: result.comparison.metrics[0]!, exit: result.gate!.exit_code };
}

const at = (level: number) => ({ metrics: { "ndcg@10": { level } } });
const uneven = (index: number) => 0.5 - (index % 5) / 20;

describe("a rule's level", () => {
  it("reaches how few scenarios do: 5 at .1, where .05 needs 6 and .01 needs 8", () => {
    expect([0.1, 0.05, 0.01].map((level) => gate(30, uneven, at(level)).row.fewest)).toEqual([5, 6, 8]);
    expect([0.1, 0.05].map((level) => gate(5, () => 0.5, at(level)).exit)).toEqual([0, 4]);
  });

  it("reaches the interval and its name, and what can be found", () => {
    const [wide, narrow] = [0.01, 0.2].map((level) => gate(30, uneven, at(level)));
    expect(wide!.row.low!).toBeLessThan(narrow!.row.low!);
    expect(wide!.row.detectable!).toBeGreaterThan(narrow!.row.detectable!);
    const shown = [wide!, narrow!].map((one) =>
      renderTerminal(
        { ...one, candidate_run: null },
        { columns: 200, room: 200, colours: coloursOf({ environment: {} }) },
      ),
    );
    expect(shown.map((text) => /\d+ % interval/.exec(text)?.[0])).toEqual(["99 % interval", "80 % interval"]);
  });

  it("decides whether a margin is ruled out", () => {
    const rules = (level: number) => ({ metrics: { "ndcg@10": { level, min_effect: 0.05, margin: 0.15 } } });
    const states = [0.01, 0.4].map((level) => gate(30, () => 0.5, rules(level)).gate!.decision);
    expect(states).toEqual(["inconclusive", "pass"]);
  });

  it("is a share above 0 and below 1", () => {
    for (const level of [0, 1]) expect(gateSchema.safeParse(at(level)).success).toBe(false);
  });
});

describe("a rule's largest_change", () => {
  const rules = { metrics: { "ndcg@10": { largest_change: 0.3 } } };

  it("that 40 of 52 scenarios lose more than is broken: exit 3, naming them, and the mean is tested without it", () => {
    const { exit, gate: result, row } = gate(52, (index) => (index < 40 ? 0.1 : 0.5), rules);
    expect([exit, row.largest_change]).toEqual([3, 1]);
    expect(result!.findings.map(({ rule, decision }) => [rule, decision])).toContainEqual([
      "largest change of ndcg@10",
      "regression",
    ]);
    expect(result!.findings[1]!.message).toMatch(/^40 scenarios lost more than the \.300 .*: S001, S002/);
  });

  it("that scenarios gain more than is no regression; the test does without it", () => {
    const { exit, gate: result, row } = gate(52, (index) => (index < 9 ? 0.9 : 0.49), rules);
    expect([exit, row.largest_change]).toEqual([0, 1]);
    expect(result!.findings[1]).toMatchObject({ rule: "largest change of ndcg@10", decision: "pass" });
  });

  it("of a count that collapses is a regression too, where no range is left to test by", () => {
    const counts = { metrics: { tool_calls: { direction: "lower", largest_change: 2 } } };
    expect(gate(12, () => 9, counts, "tool_calls").exit).toBe(3);
  });
});

describe("what a comparison could have seen", () => {
  it("is no change that its metric cannot make: nine scenarios, two of one cluster, show none", () => {
    const [baseline, candidate] = [1, 2].map(() =>
      madeSource({ scenarios: 9, provenance: { clusters: { S002: "S001" } } }),
    );
    const options = { metrics: ["ndcg@10"], allow: [], config: gateSchema.parse({}), gate: false };
    const { comparison, gate: none } = runComparison({ baseline: baseline!, candidate: candidate!, ...options });
    expect(comparison.metrics[0]!.detectable).toBeNull();
    expect(powerLine({ comparison, gate: none, candidate_run: null })).toContain("any of ndcg@10");
  });
});
