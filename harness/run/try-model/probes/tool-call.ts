import { UNPARSED_ARGUMENTS } from "../../../../agent/models/unparsed-arguments.ts";
import type { EndpointProbe } from "../probe.ts";
import { SEARCH_TOOL } from "../search-tool.ts";
import { orCutOff } from "./or-cut-off.ts";

const ADVICE = "react and plan_execute find nothing without calls: they answer from what the model knows";
const PARSER =
  "the call stands in the text: start the server with its tool parser (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice --tool-call-parser NAME)";

export const toolCall: EndpointProbe = {
  name: "tool_call",
  question: "calls a tool",
  cost: { requests: 1, input: 120, output: 60 },
  async run(endpoint) {
    const asked = await endpoint.called();
    const { message } = asked;
    const [call] = message.tool_calls ?? [];
    const { name } = SEARCH_TOOL.function;
    if (!call) {
      const inText = message.text.includes(name);
      const found = inText ? "no call; its text names the tool" : "no call, but a text";
      return orCutOff(asked, { outcome: "no", found, advice: inText ? PARSER : ADVICE });
    }
    if (UNPARSED_ARGUMENTS in call.args)
      return orCutOff(asked, { outcome: "no", found: "arguments that are no JSON object", advice: ADVICE });
    if (call.name !== name || typeof call.args.query !== "string")
      return { outcome: "no", found: `${call.name} with ${JSON.stringify(call.args)}`, advice: ADVICE };
    return { outcome: "yes", found: `${name} with ${JSON.stringify(call.args)}` };
  },
};
