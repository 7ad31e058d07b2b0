import type { EndpointProbe } from "../probe.ts";
import { SEARCH_TOOL } from "../search-tool.ts";
import { orCutOff } from "./or-cut-off.ts";

export const parallelCalls: EndpointProbe = {
  name: "parallel_calls",
  question: "makes two calls at once",
  cost: { requests: 1, input: 150, output: 100 },
  async run(endpoint) {
    const prompt = `Make two calls of ${SEARCH_TOOL.function.name} in one answer: one with the query "handover", one with the query "paging".`;
    const asked = await endpoint.ask(prompt, { tools: [SEARCH_TOOL] });
    const calls = asked.message.tool_calls ?? [];
    if (calls.length === 0) return orCutOff(asked, { outcome: "not_said", found: "no call at all" });
    if (calls.length === 1)
      return orCutOff(asked, {
        outcome: "no",
        found: "one call",
        advice: "agents take a request for every call: more time and tokens",
      });
    const ids = new Set(calls.map(({ id }) => id));
    if (ids.size === calls.length) return { outcome: "yes", found: `${calls.length} calls` };
    return {
      outcome: "no",
      found: `${calls.length} calls with one id`,
      advice: "results cannot be told apart by their call",
    };
  },
};
