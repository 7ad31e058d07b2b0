import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { gateSchema } from "../../../../harness/record/config/gate-schema.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { lacksForGate } from "../../../../harness/results/compare/gate-needs.ts";
import { runComparison } from "../../../../harness/results/compare/request.ts";
import type { RunSource } from "../../../../harness/results/compare/sources/run-source.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { madeSource } from "./made-source.ts";

const NDCG = { metrics: { "ndcg@10": { min_effect: 0.05 } } };
const lacks = (saved: RunSource, config: object = NDCG) => lacksForGate(saved, gateSchema.parse(config));
const names = (count: number) => Array.from({ length: count }, (_, at) => `model-${at}__react__prompt`);
const saved = (scenarios: number, more: object = {}) =>
  madeSource({ scenarios, configurations: names(2), score: (index) => (index % 3) / 4, ...more });

describe("what a baseline lacks for the gate", () => {
  it("is nothing from the number of scenarios on that a rule needs, and below names the rule, what there is and what it takes", () => {
    expect(lacks(saved(6))).toBeNull();
    expect(lacks(saved(5))).toBe(
      "too little for 1 rule of the gate: ndcg@10: 5 scenarios are too few, 6 are needed for any loss to be distinguished from chance. Until then `compare --gate` decides nothing",
    );
  });

  it("counts every rule by configuration, at Holm's strictest level over all of them, names three and counts the rest", () => {
    const text = lacks(saved(5, { configurations: names(5) }), { ...NDCG, by: ["configuration"] })!;
    expect(text).toMatch(/^too little for 6 rules of the gate: ndcg@10: 5 .* needed .*; ndcg@10 of model-0/);
    expect(text).toContain("; and 3 more. Until then");
  });

  it("is asked of another run of the same size: by its own fingerprints a baseline would be identical with itself", () => {
    const configurations = Object.fromEntries(names(2).map((name) => [name, "fingerprint"]));
    expect(lacks(saved(2, { provenance: { configurations } }))).toContain("ndcg@10: 2 scenarios are too few");
  });

  it("names a rule of which too few scores are there, and one whose metric was not saved", () => {
    const blocked = (index: number) => (index < 9 ? { value: null, reason: "judge_blocked" } : 0.5);
    expect(lacks(saved(40, { score: blocked }))).toContain("62 of 80 scores are on both sides");
    const rules = { metrics: { ...NDCG.metrics, functional_pass: {} } };
    expect(lacks(saved(40), rules)).toContain("functional_pass: the baseline does not hold it");
  });

  it("is everything where the run has no execution that ended", () => {
    const none = { score: () => ({ value: null, reason: "missing" }) };
    const empty = saved(40, none);
    const missing = { ...empty, executions: empty.executions.map((one) => ({ ...one, outcome: "missing" })) };
    expect(lacks(missing)).toMatch(/^too little for the gate: 0 of 80 executions are in both/);
  });

  it("of a project that `init` wrote is what its bench.yaml and workflow.yml say: 9 scenarios, with its three configurations", async () => {
    const template = new URL("../../../../harness/run/init/template/", import.meta.url);
    const [bench, workflow] = await Promise.all(
      ["bench.yaml", "workflow.yml"].map((name) => readFile(new URL(name, template), "utf8")),
    );
    const project = configSchema.parse(parse(bench!));
    const made = (scenarios: number) =>
      saved(scenarios, { configurations: names(3), metrics: ["functional_pass", "ndcg@10"] });
    expect([lacksForGate(made(8), project.gate), lacksForGate(made(9), project.gate)]).toEqual([
      expect.stringContaining("8 scenarios are too few, 9 are needed"),
      null,
    ]);
    expect(bench).toContain("With two rules and three configurations it needs 9 answerable scenarios");
    expect(workflow).toContain("too few questions to see one: 9 that are");
  });

  it.each<[string, object, readonly string[]]>([
    ["over everything", NDCG, ["ndcg@10"]],
    ["by configuration", { ...NDCG, by: ["configuration"] }, ["ndcg@10"]],
    ["at a strict level", { metrics: { "ndcg@10": { level: 0.001 } } }, ["ndcg@10"]],
    ["of a count", { metrics: { tool_calls: { direction: "lower" } } }, ["tool_calls"]],
  ])("%s is what `compare --gate` then finds too few, for each size", (_, config, metrics) => {
    const gate = gateSchema.parse(config);
    const decided = nonEmpty([1, 4, 6, 8, 12, 20, 40]).map((n) => {
      const [before, after] = [0, 1].map((shift) =>
        saved(n, { metrics, score: (index: number) => ((index + shift) % 3) / 4 }),
      );
      const asked = { metrics: null, allow: [], gate: true, config: gate };
      const { gate: result } = runComparison({ baseline: before!, candidate: after!, ...asked });
      return [n, result!.decision === "not-comparable", lacksForGate(before!, gate) !== null] as const;
    });
    expect(decided.map(([n, _found, said]) => [n, said])).toEqual(decided.map(([n, found]) => [n, found]));
    expect(new Set(decided.map(([, found]) => found)).size).toBe(2);
  });
});
