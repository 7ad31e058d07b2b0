import { readModelAnswer } from "../../../../agent/models/model-answer.ts";
import type { EndpointProbe } from "../probe.ts";

/** The responses protocol takes no fewer. */
const LIMIT = 16;

export const stopReason: EndpointProbe = {
  name: "stop_reason",
  question: "says when an answer is cut off",
  cost: { requests: 1, input: 30, output: LIMIT },
  async run(endpoint) {
    const { message, usage } = await endpoint.ask("Count from 1 to 200, separated by spaces.", {
      maxOutputTokens: LIMIT,
    });
    const { finish } = readModelAnswer(message);
    if (finish === "length") return { outcome: "yes", found: `\`length\` after ${usage.output} tokens` };
    if (finish === "unknown")
      return { outcome: "not_said", found: "no stop reason, or an unknown one", advice: UNSEEN };
    if (!usage.estimated && usage.output > 2 * LIMIT)
      return {
        outcome: "no",
        found: `${usage.output} tokens, where ${LIMIT} were allowed`,
        advice: "max_output_tokens is not kept: endless answers run to the cutoff",
      };
    if (/\b200\b/.test(message.text) || usage.output < LIMIT / 2)
      return { outcome: "not_said", found: `it ended by itself after ${usage.output} tokens` };
    return { outcome: "no", found: `\`${finish}\` after ${usage.output} tokens`, advice: UNSEEN };
  },
};

const UNSEEN = "cut-off answers count as whole ones in a run";
