import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { gateSchema } from "../../../../harness/record/config/gate-schema.ts";
import { runComparison } from "../../../../harness/results/compare/request.ts";
import type { RunSource } from "../../../../harness/results/compare/sources/run-source.ts";
import { verdictOf } from "../../../../harness/results/compare/verdict.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { madeSource } from "./made-source.ts";

const NDCG = { "ndcg@10": { min_effect: 0.02 } };

function gate(baseline: RunSource, candidate: RunSource, config: object = { metrics: NDCG }) {
  const options = { metrics: null, allow: [], config: gateSchema.parse(config), gate: true };
  const result = runComparison({ baseline, candidate, ...options });
  return { ...result, verdict: verdictOf({ ...result, candidate_run: null }), exit: result.gate!.exit_code };
}

const side = (scenarios: number, score: (index: number) => number = () => 0.5, more: object = {}) =>
  madeSource({ scenarios, score, ...more });

describe("that nothing changed in a few scenarios", () => {
  it.each([1, 2, 5])("is no pass on %d of them: exit 4, and says how many are needed", (n) => {
    for (const config of [{ metrics: NDCG }, { metrics: { "ndcg@10": { min_effect: 0.02, margin: 0.02 } } }]) {
      const { exit, gate: result } = gate(side(n), side(n), config);
      expect([exit, result!.findings[0]!.message]).toEqual([
        4,
        expect.stringMatching(/too few, 6 are needed for any loss/),
      ]);
    }
  });

  it("from there on is a pass with the reserve that a loss which matters is not ruled out", () => {
    const { exit, verdict } = gate(side(6), side(6));
    expect([exit, verdict.state]).toEqual([0, "unseen"]);
    expect(verdict.line).toContain("a loss that matters could have gone unseen (ndcg@10 .020)");
  });

  it("does not rule out a loss as large as a margin either", () => {
    const margin = { "ndcg@10": { min_effect: 0.02, margin: 0.02 } };
    expect(gate(side(12), side(12), { metrics: margin }).verdict.state).toBe("undecided");
  });

  it("is no pass without reserve of a count, which has no range", () => {
    const of = (n: number) => side(n, () => 3, { metrics: ["tool_calls"] });
    const rules = { metrics: { tool_calls: { direction: "lower", min_effect: 1 } } };
    expect([5, 30].map((n) => gate(of(n), of(n), rules).verdict.state)).toEqual(["not-comparable", "unseen"]);
  });

  it("a pass without reserve is one in forty at most where the true loss is one that matters", () => {
    const random = makeRandom("no-evidence");
    const rules = { metrics: { "ndcg@10": { min_effect: 0.05 } } };
    for (const n of nonEmpty([6, 14])) {
      const states = Array.from({ length: 100 }, () => {
        // One scenario in twenty breaks.
        const after = side(n, () => (random() < 0.05 ? 0 : 1));
        return gate(
          side(n, () => 1),
          after,
          rules,
        ).verdict.state;
      });
      expect(states.filter((state) => state === "passed").length).toBeLessThanOrEqual(2);
    }
  });
});

describe("configurations that cannot have changed", () => {
  const known = (configurations: Record<string, string>) => ({ provenance: { configurations } });
  const STAND_INS = ["explorer__react__prompt", "planner__react__prompt"];
  const OWN = "own__agent__own";
  const same = { [STAND_INS[0]!]: "a", [STAND_INS[1]!]: "b" };

  it("and of which no score did are a declared case: a plain pass on any number of scenarios", () => {
    const of = () => side(1, () => 0.5, { configurations: STAND_INS, ...known(same) });
    const { exit, verdict, comparison } = gate(of(), of());
    expect([exit, verdict.state, verdict.reserve, comparison.identical]).toEqual([0, "passed", null, true]);
    expect(verdict.line).toContain("identical: nothing that the answers of 2 configurations follow from changed");
  });

  it.each<[string, Record<string, string>, number]>([
    ["another fingerprint", { ...same, [STAND_INS[1]!]: "c" }, 0.5],
    ["no fingerprint", { [STAND_INS[0]!]: "a" }, 0.5],
    ["the same fingerprints and another score", same, 0.4],
  ])("are none with %s", (_, configurations, value) => {
    const before = side(30, () => 0.5, { configurations: STAND_INS, ...known(same) });
    const after = side(30, (index) => (index === 0 ? value : 0.5), {
      configurations: STAND_INS,
      ...known(configurations),
    });
    const { comparison, verdict } = gate(before, after);
    expect([comparison.identical, verdict.state === "passed"]).toEqual([false, false]);
  });

  it("are none where the candidate lacks an execution", () => {
    const before = side(30, () => 0.5, { configurations: STAND_INS, ...known(same) });
    const after = { ...before, executions: before.executions.slice(1) };
    expect(gate(before, after).comparison).toMatchObject({ identical: false, unchanged: [STAND_INS[1]] });
  });

  it("do not dilute what did change: it is judged, and counted, as if it were alone", () => {
    const three = [...STAND_INS, OWN];
    const passes = (share: number) => {
      const source = side(52, () => 1, { configurations: three, ...known(same) });
      const executions = source.executions.map((execution, at) =>
        execution.configuration === OWN && at % 4 >= 4 * share
          ? { ...execution, outcome: "agent_error", scores: { "ndcg@10": { value: 0 } } }
          : execution,
      );
      return { ...source, executions };
    };
    const {
      exit,
      comparison,
      gate: result,
    } = gate(passes(0.75), passes(0), { metrics: NDCG, caps: { failures: 0.5 } });
    expect([exit, comparison.unchanged]).toEqual([3, STAND_INS]);
    expect(comparison.metrics[0]).toMatchObject({ baseline: 0.75, candidate: 0, pairs: 52 });
    expect(comparison.notes.join()).toContain("left out, since nothing that their answers follow from changed");
    expect(result!.findings.find(({ rule }) => rule === "failures")?.decision).toBe("regression");
  });
});
