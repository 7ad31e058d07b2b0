import type { EndpointProbe } from "../probe.ts";

export const usage: EndpointProbe = {
  name: "usage",
  question: "reports tokens",
  cost: { requests: 0, input: 0, output: 0 },
  async run(endpoint) {
    const { message, usage: used } = await endpoint.plain();
    const isReported = message.usage_metadata !== undefined && !used.estimated && used.input > 0;
    if (!isReported)
      return {
        outcome: "no",
        found: "no count of tokens beside the answer",
        advice: "tokens and cost of a run are estimates, at four characters a token, and marked as such",
      };
    const thought = used.reasoning === undefined ? "" : `, ${used.reasoning} of them thought`;
    return { outcome: "yes", found: `${used.input} in, ${used.output} out${thought}` };
  },
};
