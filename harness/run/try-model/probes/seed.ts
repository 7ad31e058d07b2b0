import type { EndpointProbe } from "../probe.ts";

const MAX_OUTPUT_TOKENS = 48;

export const seed: EndpointProbe = {
  name: "seed",
  question: "keeps to a seed",
  cost: { requests: 3, input: 30, output: MAX_OUTPUT_TOKENS },
  async run(endpoint) {
    const { provider, api } = endpoint.model;
    if (provider === "anthropic" || api === "responses") return { outcome: "no", found: "this protocol has no seed" };
    const text = async (value: number) => {
      const how = { temperature: 1, seed: value, maxOutputTokens: MAX_OUTPUT_TOKENS };
      return (await endpoint.ask("Make up the first sentence of a novel.", how)).message.text;
    };
    const [first, again, other] = [await text(7), await text(7), await text(8)];
    if (first === "" && again === "") return { outcome: "not_said", found: "answers without a text" };
    if (first !== again) return { outcome: "no", found: "one seed, two answers" };
    if (first === other) return { outcome: "not_said", found: "the same answer for another seed too" };
    return { outcome: "yes", found: "one seed, one answer; another seed, another" };
  },
};
