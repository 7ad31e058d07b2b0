import { describe, expect, it } from "vitest";
import { UserError } from "../../base/user-error.ts";
import { selectScenarios } from "../../scenarios/select.ts";
import type { Scenario, ScenarioSet } from "../../scenarios/set/schema.ts";

const SET: ScenarioSet = {
  version: 1,
  corpus: "any",
  snapshot: "any",
  seed: null,
  notes: [],
  scenarios: Array.from({ length: 20 }, (_, index) => scenario(`S${String(index + 1).padStart(3, "0")}`)),
};

function scenario(id: string): Scenario {
  return {
    id,
    family: "lookup",
    complexity: "single_hop",
    answerable: true,
    turns: ["?"],
    expected_ids: ["TC-1"],
    expected_entities: [],
    reference_answer: "",
    traps: [],
  };
}

function select(patterns: string[], limit?: number): string[] {
  return selectScenarios(SET, patterns, limit).map(({ id }) => id);
}

describe("selectScenarios", () => {
  it("selects all without a pattern, and the first `limit` of them", () => {
    expect(select([])).toHaveLength(20);
    expect(select([], 2)).toEqual(["S001", "S002"]);
  });

  it("takes ids and stars, in the set's order, each scenario once, whatever the case", () => {
    expect(select(["S011", "s00*", "S003"], 10)).toEqual([..."123456789"].map((n) => `S00${n}`).concat("S011"));
  });

  it("reports every pattern that matches nothing at once, with the nearest ids", () => {
    expect(() => select(["S0199", "S001", "X*"])).toThrow(UserError);
    try {
      select(["S0199", "S001", "X*"]);
    } catch (error) {
      const { code, problems } = error as UserError;
      expect(code).toBe("scenarios");
      expect(problems).toHaveLength(2);
      expect(problems[0]).toContain("S019");
    }
  });

  it("reads characters that mean something in patterns as themselves", () => {
    expect(() => select(["S0.1"])).toThrow(UserError);
  });
});
