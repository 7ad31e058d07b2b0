import { readModelAnswer } from "../../../../agent/models/model-answer.ts";
import type { ProbeAnswer } from "../endpoint.ts";
import type { ProbeFinding } from "../probe.ts";

/** A "no" of an answer that ended at its limit of tokens says nothing: a model that thinks long may not have come to it. */
export function orCutOff({ message, usage }: ProbeAnswer, finding: ProbeFinding): ProbeFinding {
  if (readModelAnswer(message).finish !== "length") return finding;
  return { outcome: "not_said", found: `the answer ended at its limit, after ${usage.output} tokens` };
}
