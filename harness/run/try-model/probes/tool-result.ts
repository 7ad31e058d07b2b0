import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { EndpointProbe } from "../probe.ts";
import { SEARCH_TOOL } from "../search-tool.ts";
import { orCutOff } from "./or-cut-off.ts";

const FOUND_ID = "TC-7316";

export const toolResult: EndpointProbe = {
  name: "tool_result",
  question: "reads a tool's result",
  cost: { requests: 1, input: 200, output: 60 },
  async run(endpoint) {
    const { message } = await endpoint.called();
    const [call] = message.tool_calls ?? [];
    if (!call) return { outcome: "not_said", found: "it made no call whose result it could read" };
    const results = (message.tool_calls ?? []).map(
      ({ id = "" }) => new ToolMessage({ tool_call_id: id, content: `Found one record: ${FOUND_ID}` }),
    );
    const question = new HumanMessage("Search for handover failure, then name the id of the record that was found.");
    const asked = await endpoint.ask([question, message, ...results], { tools: [SEARCH_TOOL] });
    if (asked.message.text.includes(FOUND_ID)) return { outcome: "yes", found: `answers with ${FOUND_ID}` };
    const again = (asked.message.tool_calls?.length ?? 0) > 0;
    return orCutOff(asked, {
      outcome: "no",
      found: again ? "calls again in place of an answer" : "an answer without the id that was found",
      advice: again
        ? "agents may call until their limit: watch `recursion` and timeouts in a small run first"
        : "what the tools find does not reach the answers",
    });
  },
};
