import { fillerOf } from "../filler.ts";
import type { EndpointProbe } from "../probe.ts";

/** Providers cache from 1,024 tokens on. */
const TOKENS = 1_200;

export const cache: EndpointProbe = {
  name: "cache",
  question: "counts what came from a cache",
  cost: { requests: 2, input: TOKENS, output: 10 },
  async run(endpoint) {
    const prompt = `${fillerOf(TOKENS)}\n\nAnswer with the one word: ready`;
    await endpoint.ask(prompt, { maxOutputTokens: 64 });
    const { usage } = await endpoint.ask(prompt, { maxOutputTokens: 64 });
    const { cachedInput, input } = usage;
    if (cachedInput === undefined)
      return {
        outcome: "not_said",
        found: "no count of cached tokens",
        advice: "cost is an upper bound: all input counts at the full price",
      };
    if (cachedInput === 0) return { outcome: "no", found: `0 of ${input} tokens of a prompt sent twice` };
    return { outcome: "yes", found: `${cachedInput} of ${input} tokens of a prompt sent twice` };
  },
};
