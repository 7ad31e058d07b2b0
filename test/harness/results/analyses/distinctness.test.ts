import { expect, it } from "vitest";
import { distinctness } from "../../../../harness/results/analyses/distinctness.ts";

it("says how many scenarios ask for something of their own, where several could share it", () => {
  expect(distinctness({ scenarios: 1 }, true)).toBe("");
  expect(distinctness({ scenarios: 3 }, false)).toBe("3 scenarios, none with relevant ids that two could share.");
  expect(distinctness({ scenarios: 3 }, true)).toContain("3 scenarios, all distinct");
  expect(distinctness({ scenarios: 3, distinct_scenarios: 2 }, true)).toContain("3 scenarios, 2 distinct");
});
