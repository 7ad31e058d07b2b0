import type { EndpointProbe } from "../probe.ts";
import { orCutOff } from "./or-cut-off.ts";

const MAX_OUTPUT_TOKENS = 96;

export const determinism: EndpointProbe = {
  name: "determinism",
  question: "equal answers at temperature 0",
  cost: { requests: 2, input: 30, output: MAX_OUTPUT_TOKENS },
  async run(endpoint) {
    const ask = () =>
      endpoint.ask("Say in two sentences why bridges need maintenance.", {
        temperature: 0,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
      });
    const asked = await ask();
    const [first, second] = [asked.message.text, (await ask()).message.text];
    if (first === "" && second === "") return orCutOff(asked, { outcome: "not_said", found: "answers without a text" });
    if (first === second) return { outcome: "yes", found: `2 equal answers of ${first.length} characters` };
    const same = [...first].findIndex((sign, at) => sign !== second[at]);
    return {
      outcome: "no",
      found: `2 answers that part after ${same === -1 ? first.length : same} characters`,
      advice: "the same run gives other numbers: use repeats, and keep a recording",
    };
  },
};
