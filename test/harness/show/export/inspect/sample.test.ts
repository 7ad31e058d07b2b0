import { expect, it } from "vitest";
import { FAILURE_CONVENTION } from "../../../../../harness/results/audit/rules.ts";
import { makeSample } from "../../../../../harness/show/export/inspect/sample.ts";
import { makeScenario } from "../../../judge/judges/cases.ts";

it("says beside each score of a failed execution that its 0 is a convention, which the audit reads, and of no other", () => {
  const sampleOf = (outcome: string) => {
    const execution = { model: "m", workflow: "react", knowledge: "prompt", scenario_id: "S001", repeat: 0, outcome };
    const record = { scores: { functional_pass: { value: 0 } } };
    return makeSample({ execution, extraction: null, scenario: makeScenario(), record } as never).scores;
  };
  expect(sampleOf("agent_error")).toEqual({
    functional_pass: { value: 0, answer: "", explanation: FAILURE_CONVENTION },
  });
  expect(sampleOf("success")).toEqual({ functional_pass: { value: 0, answer: "" } });
});
