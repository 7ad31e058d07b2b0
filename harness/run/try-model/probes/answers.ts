import { readModelAnswer } from "../../../../agent/models/model-answer.ts";
import type { EndpointProbe } from "../probe.ts";
import { orCutOff } from "./or-cut-off.ts";

export const answers: EndpointProbe = {
  name: "answers",
  question: "answers a question",
  cost: { requests: 1, input: 20, output: 20 },
  async run(endpoint) {
    const asked = await endpoint.plain();
    const { message, duration_ms } = asked;
    const served = readModelAnswer(message).servedModel;
    const by = served === null ? "it does not say which model" : `as ${served}`;
    if (message.text.trim() !== "") return { outcome: "yes", found: `${(duration_ms / 1000).toFixed(1)} s, ${by}` };
    return orCutOff(asked, {
      outcome: "no",
      found: "an answer without a text",
      advice: "every answer of a run would be empty",
    });
  },
};
