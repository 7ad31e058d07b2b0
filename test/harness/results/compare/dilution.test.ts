import { describe, expect, it } from "vitest";
import { gateSchema } from "../../../../harness/record/config/gate-schema.ts";
import { runComparison } from "../../../../harness/results/compare/request.ts";
import type { RunSource } from "../../../../harness/results/compare/sources/run-source.ts";
import { verdictOf } from "../../../../harness/results/compare/verdict.ts";
import { madeSource } from "./made-source.ts";

interface Shape {
  configurations?: readonly string[];
  /** Scenarios of each family. */
  families: readonly number[];
  score(configuration: string, family: number): number;
}

function source({ configurations = ["a__react__prompt"], families, score }: Shape): RunSource {
  const familyOf = families.flatMap((n, family) => Array<number>(n).fill(family));
  const made = madeSource({ scenarios: familyOf.length, configurations });
  const executions = made.executions.map((execution) => {
    const family = familyOf[Number(execution.scenario.slice(1)) - 1]!;
    const value = score(execution.configuration, family);
    return { ...execution, family: `family ${family}`, scores: { "ndcg@10": { value } } };
  });
  return { ...made, executions };
}

function gate(baseline: RunSource, candidate: RunSource, config: object) {
  const parsed = gateSchema.parse({ metrics: { "ndcg@10": {} }, ...config });
  const result = runComparison({ baseline, candidate, metrics: null, allow: [], config: parsed, gate: true });
  const { state, line } = verdictOf({ ...result, candidate_run: null });
  return { ...result, state, line, findings: result.gate!.findings, exit: result.gate!.exit_code };
}

describe("gate.by", () => {
  const three = ["own__react__prompt", "x__react__prompt", "y__react__prompt"];
  const falls = (to: number) =>
    source({ configurations: three, families: [52], score: (name) => (name.startsWith("own") ? to : 0.75) });

  it("holds the rules against each configuration: one that falls does not hide behind two that do not", () => {
    expect(gate(falls(0.75), falls(0.6), {}).state).toBe("undecided");
    const { exit, line, findings } = gate(falls(0.75), falls(0.6), { by: ["configuration"] });
    expect([exit, line]).toEqual([3, expect.stringContaining("(ndcg@10 of own__react__prompt)")]);
    expect(findings.find(({ group }) => group === "own__react__prompt")?.decision).toBe("regression");
  });

  it("and against each family: 8 questions that fall are found beside 44 that gain", () => {
    const before = source({ families: [8, 44], score: () => 0.8 });
    const after = source({ families: [8, 44], score: (_, family) => (family === 0 ? 0 : 0.95) });
    expect(gate(before, after, {}).exit).toBe(0);
    expect(gate(before, after, { by: ["family"] })).toMatchObject({
      exit: 3,
      line: expect.stringContaining("ndcg@10 of family 0"),
    });
  });

  it("tests each group by Holm's level over all tested; one too small is exit 4 with the number needed, and takes no level", () => {
    const same = source({ families: [4, 48], score: () => 0.8 });
    const { exit, comparison, findings } = gate(same, same, { by: ["family"] });
    expect(exit).toBe(4);
    expect(comparison.ruled.map(({ alpha }) => alpha)).toEqual([0.05 / 3, 0.05 / 2]);
    expect(findings.find(({ group }) => group === "family 0")?.message).toBe(
      "4 scenarios are too few, 7 are needed for any loss to be distinguished from chance",
    );
  });

  it("holds hard breaks, worst losses and the share of failures within each group too", () => {
    const rules = {
      by: ["configuration"],
      worst_loss: 0.5,
      metrics: { "ndcg@10": { hard_breaks: { from: 0.7, below: 0.3 } } },
    };
    const breaks = (to: number) =>
      source({
        configurations: three,
        families: [1, 51],
        score: (name, family) => (family === 0 && name.startsWith("own") ? to : 0.75),
      });
    const { findings } = gate(breaks(0.75), breaks(0), rules);
    expect(findings.filter(({ decision }) => decision === "regression").map(({ rule }) => rule)).toEqual([
      "hard breaks of ndcg@10 of own__react__prompt",
      "worst loss of ndcg@10 of own__react__prompt",
    ]);
  });

  it("gives the power of every rule, over everything and in each group", () => {
    const { comparison } = gate(falls(0.75), falls(0.7), { by: ["configuration", "family"] });
    expect(comparison.ruled.map(({ group, detectable }) => [group, detectable !== null])).toEqual(
      [...three, "family 0"].map((group) => [group, true]),
    );
  });
});
