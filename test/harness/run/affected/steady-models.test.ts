import { expect, it } from "vitest";
import type { Extraction } from "../../../../harness/record/domain/records.ts";
import { causeOf, steadyModels } from "../../../../harness/run/affected/effect.ts";
import { threadNameOf } from "../../../../harness/run/stages/execute/execute-one.ts";

const extraction = (model: string, scenario_id: string, repeat: number, final_text: string, duration_ms = 1) =>
  ({
    ...{ model, workflow: "react", knowledge: "prompt", scenario_id, repeat },
    thread_id: `${model}__${scenario_id}__${repeat}~1`,
    final_text,
    tool_calls: [{ duration_ms }],
  }) as unknown as Extraction;

it("takes a model for steady where every scenario's repeats are alike but for their times", () => {
  const steady = steadyModels([
    ...[0, 1].map((repeat) => extraction("alike", "S001", repeat, "TC-1", repeat)),
    ...[0, 1].map((repeat) => extraction("alike", "S002", repeat, "TC-2")),
    ...[0, 1].map((repeat) => extraction("other", "S001", repeat, "TC-1")),
    ...[0, 1].map((repeat) => extraction("other", "S002", repeat, `TC-${repeat}`)),
    extraction("once", "S001", 0, "TC-1"),
    ...[0, 1].map((repeat) => extraction("partly", "S001", repeat, "TC-1")),
    extraction("partly", "S002", 0, "TC-1"),
  ]);
  expect([...steady]).toEqual(["alike"]);
});

it("takes what follows from a repeat's own thread for no difference: its name in a citation, and how it is cut into tokens", () => {
  const cited = [0, 1].map((repeat) => {
    const one = extraction("cites", "S001", repeat, "");
    const source = `TC-1 [S1] artifact://${threadNameOf(one)}?path=/results/000-keyword_search.json`;
    return { ...one, final_text: source, tokens_in: 4024 + repeat, requests: [{ tokens_out: 50 + repeat }] };
  }) as unknown as Extraction[];
  expect([...steadyModels(cited)]).toEqual(["cites"]);
});

it("names the cause that explains the others: another model before its parameters, a prompt before the tools that it names", () => {
  expect(causeOf({ changed: ["tools", "message:system"] })).toBe("prompt");
  expect(causeOf({ changed: ["parameters", "model"] })).toBe("model");
  expect(causeOf({ changed: ["again"] })).toBe("order");
  expect(causeOf({ changed: ["message:ai"] })).toBe("order");
});
