import { z } from "zod";
import { delimitedText, delimiterOf } from "../../../../base/delimited-text.ts";
import { makeJudgeInput } from "../input.ts";
import type { AnswerPair, PairwiseJudge } from "../judge.ts";
import { askChain } from "./chain.ts";
import type { LlmJudgeOptions } from "./judge.ts";
import { readPrompt } from "./prompts.ts";

export const preferenceFormSchema = z.object({
  reasoning: z.string(),
  preferred: z.enum(["first", "second", "tie"]),
});

/** A language model that chooses between two answers. It is not reported whose they are. */
export function makeLlmPairwiseJudge({ chain, environment }: LlmJudgeOptions): PairwiseJudge {
  const evaluator = chain.map((model) => model.model).join(" > ");
  const system = readPrompt("prefer");
  return {
    evaluator,
    standIn: false,
    async prefer(pair, signal) {
      const question = { form: "submit_preference", schema: preferenceFormSchema, system, user: renderPair(pair) };
      const { attempts, usage, ...result } = await askChain(chain, question, { environment, signal });
      const head = { stand_in: false, attempts, usage };
      if (result.type === "blocked")
        return { ...head, type: "blocked", evaluator, choice: null, reason: result.reason };
      return { ...head, type: "judged", evaluator: result.servedModel, choice: result.value.preferred };
    },
  };
}

function renderPair({ first, second }: AnswerPair): string {
  const [one, other] = [makeJudgeInput(first), makeJudgeInput(second)];
  const mark = delimiterOf([one, other]);
  const truth = one.ground_truth;
  const answer = (title: string, { final_response, response_documents }: typeof one) => [
    delimitedText(`${title} RESPONSE`, final_response, mark),
    ...response_documents.map(({ path, content }) =>
      delimitedText(`${title} RESPONSE DOCUMENT`, `${path}\n${content}`, mark),
    ),
  ];
  return [
    `Answerable from the records: ${one.answerable ? "yes" : "no"}`,
    ...one.query.map((turn, index) => delimitedText(`QUERY turn ${index + 1}`, turn, mark)),
    delimitedText("EXPECTED IDS", truth.expected_ids.join("\n"), mark),
    delimitedText("EXPECTED ENTITIES", truth.expected_entities.join("\n"), mark),
    delimitedText("REFERENCE ANSWER", truth.reference_answer, mark),
    delimitedText("KNOWN CONFUSIONS", truth.known_confusions.join("\n"), mark),
    ...answer("FIRST", one),
    ...answer("SECOND", other),
  ].join("\n\n");
}
