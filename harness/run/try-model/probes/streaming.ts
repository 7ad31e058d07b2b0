import type { EndpointProbe } from "../probe.ts";

export const streaming: EndpointProbe = {
  name: "streaming",
  question: "streams",
  cost: { requests: 1, input: 30, output: 60 },
  async run(endpoint) {
    const { wire, usage } = await endpoint.ask("Count from 1 to 20.", { stream: true, maxOutputTokens: 128 });
    if (!wire.contentType.includes("text/event-stream"))
      return {
        outcome: "no",
        found: `the whole answer as ${wire.contentType || "no type at all"}`,
        advice: "`stream: true` brings nothing: long thinking looks like silence, set request_timeout_s accordingly",
      };
    const tokens = usage.estimated ? "tokens not reported" : "tokens reported";
    return { outcome: "yes", found: `${wire.chunks === 1 ? "all in 1 piece" : `in ${wire.chunks} pieces`}, ${tokens}` };
  },
};
