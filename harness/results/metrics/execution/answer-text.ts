import { meteor, meteorStem } from "../../../../measure/metrics/text/meteor.ts";
import { rougeL } from "../../../../measure/metrics/text/rouge-l.ts";
import { wordsOf } from "../../../../measure/metrics/text/tokens.ts";
import type { TracedCase } from "./case.ts";
import type { TraceMetric } from "./metric.ts";

/** How much of the reference answer's wording the answer has. Says nothing about whether it is right: see the functional verdict. */
export const ANSWER_TEXT: readonly TraceMetric[] = [
  alike("rouge_l", "ROUGE-L", "longest common subsequence of answer and reference answer, F-measure", rougeL),
  alike(
    "meteor_stem",
    "METEOR, stems",
    "METEOR without synonyms: equal words, then equal stems, less a penalty for scattered matches",
    meteorStem,
  ),
  alike(
    "meteor",
    "METEOR",
    "METEOR with WordNet's synonyms, for English, in runs that name a WordNet: equal words, then equal stems, then synonyms, less a penalty for scattered matches",
    (answer, reference, { synonymsOf }) =>
      synonymsOf === undefined ? "no_wordnet" : meteor(answer, reference, { synonymsOf }),
  ),
];

function alike(
  name: string,
  label: string,
  definition: string,
  compare: (
    answer: readonly string[],
    reference: readonly string[],
    traced: TracedCase,
  ) => ReturnType<TraceMetric["compute"]>,
): TraceMetric {
  return {
    ...{ name, label, definition },
    kind: "answer-text",
    unit: "share",
    better: "higher",
    about: "all",
    withoutAnswer: "zero",
    from: "trace",
    needsTruth: true,
    asks: ({ reference_answer }) => wordsOf(reference_answer).length > 0,
    compute: (traced: TracedCase) =>
      compare(wordsOf(withoutAddresses(traced.answer)), wordsOf(traced.scenario.reference_answer), traced),
  };
}

/** Where results are stored is no wording. */
function withoutAddresses(answer: string): string {
  return answer.replace(/artifact:\/\/[^\s)]*/g, " ");
}
