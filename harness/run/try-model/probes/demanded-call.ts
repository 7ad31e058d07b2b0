import { isObject, jsonOrUndefined } from "../../../../base/json-object.ts";
import type { EndpointProbe } from "../probe.ts";
import { orCutOff } from "./or-cut-off.ts";

const VERDICT_TOOL = {
  type: "function",
  function: {
    name: "give_verdict",
    description: "Give your judgement.",
    strict: true,
    parameters: {
      type: "object",
      properties: { score: { type: "integer", enum: [1, 2, 3, 4, 5] }, reason: { type: "string" } },
      required: ["score", "reason"],
      additionalProperties: false,
    },
  },
};

export const demandedCall: EndpointProbe = {
  name: "demanded_call",
  question: "fills in a judge's form",
  cost: { requests: 1, input: 150, output: 80 },
  async run(endpoint) {
    const { name } = VERDICT_TOOL.function;
    const prompt = `Judge from 1 to 5 how well "Paris" answers "What is the capital of France?". Answer with ${name} only.`;
    const asked = await endpoint.ask(prompt, { tools: [VERDICT_TOOL], demanded: name });
    const [call] = asked.message.tool_calls ?? [];
    if (isVerdict(call?.args)) return { outcome: "yes", found: JSON.stringify(call?.args) };
    if (call)
      return orCutOff(asked, {
        outcome: "no",
        found: `a form that does not fit: ${JSON.stringify(call.args)}`,
        advice: AS_JUDGE,
      });
    const inText = isVerdict(jsonOrUndefined(asked.message.text));
    return orCutOff(asked, {
      outcome: "no",
      found: inText ? "the form as text, which judges read too" : "a text and no form",
      ...(!inText && { advice: AS_JUDGE }),
    });
  },
};

const AS_JUDGE = "as a judge its verdicts would be blocked for their form";

function isVerdict(value: unknown): boolean {
  return isObject(value) && [1, 2, 3, 4, 5].includes(value.score as number) && typeof value.reason === "string";
}
