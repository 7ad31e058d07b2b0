import { makeRandom, type Random } from "../../../../base/random.ts";
import type { AnswerPair, Judge, JudgeCase, PairwiseJudge } from "../../../../harness/judge/judges/judge.ts";
import { judgeByPrimaryRubric } from "../../../../harness/judge/judges/rubric-primary.ts";
import type { Instrument } from "../../../../harness/judge/probes/instrument.ts";
import { DIMENSIONS, type Judgement } from "../../../../harness/record/domain/records.ts";
import { THRESHOLDS } from "../judges/cases.ts";

/** What a scripted judge adds to an honest reading. */
interface Character {
  /** Changes the reading of one answer: alignment and each dimension, all on 0 to 1. */
  shift?: (value: number, judgeCase: JudgeCase, random: Random) => number;
  /** Where two answers are compared: the choice, or null for an honest one. */
  choose?: (random: Random) => "first" | "second" | null;
  rationale?: (score: number) => string;
}

/** Judges with one known fault each, and one without. All make small honest errors: a point up or down in one rating in ten. */
const CHARACTERS = {
  clean: {},
  lenient: { shift: (value) => value + 0.45 },
  harsh: { shift: (value) => value - 0.45 },
  "verbosity-loving": { shift: (value, { extraction }) => value + wordsOf(extraction.final_text) / 1000 },
  "position-biased": { choose: (random) => (random() < 0.7 ? "first" : null) },
  random: { shift: (_value, _case, random) => random(), choose: (random) => (random() < 0.5 ? "first" : "second") },
  "self-loving": { shift: (value, { extraction }) => value + (extraction.model === JUDGE_MODEL ? 0.2 : 0) },
  "short-sighted": {
    shift: (value, { extraction }) => value - (extraction.tool_calls.some(isBuried) ? 0.4 : 0),
  },
  "of two minds": { rationale: (score) => (score > 3 ? "Key facts are missing." : "All of it is there.") },
} satisfies Record<string, Character>;
export type CharacterName = keyof typeof CHARACTERS;

export const JUDGE_MODEL = "scripted-judge";

/** A scripted judge whose errors are drawn from the seed. `read` is the honest reading, given so that it can be shared. */
export function scriptedJudge(
  name: CharacterName,
  seed: number,
  read = (judgeCase: JudgeCase) => judgeByPrimaryRubric(judgeCase, THRESHOLDS),
): Instrument {
  const character: Character = CHARACTERS[name];
  const random = makeRandom("scripted", name, seed);
  const judgement = (judgeCase: JudgeCase) => disturb(read(judgeCase), judgeCase, { character, random });
  const head = { evaluator: name, stand_in: true, attempts: [] };
  const judge: Judge = {
    evaluator: name,
    standIn: true,
    judge: async (judgeCase) => ({ ...head, type: "judged", judgement: judgement(judgeCase), claims_disagree: [] }),
  };
  const pairwise: PairwiseJudge = {
    evaluator: name,
    standIn: true,
    prefer: async (pair) => ({
      ...head,
      type: "judged",
      choice: character.choose?.(random) ?? honestChoice(pair, judgement),
    }),
  };
  return { judge, pairwise, model: JUDGE_MODEL, fingerprint: "scripted" };
}

function disturb(
  honest: Judgement,
  judgeCase: JudgeCase,
  { character, random }: { character: Character; random: Random },
): Judgement {
  const shift = (value: number) => Math.min(1, Math.max(0, character.shift?.(value, judgeCase, random) ?? value));
  const quality = Object.fromEntries(
    DIMENSIONS.map((name) => {
      const slip = random() < 0.1 ? (random() < 0.5 ? 1 : -1) : 0;
      const score = Math.min(5, Math.max(1, Math.round(1 + 4 * shift((honest.quality[name].score - 1) / 4)) + slip));
      return [name, { score, rationale: character.rationale?.(score) ?? "Counted." }];
    }),
  ) as Judgement["quality"];
  const alignment = shift(honest.ground_truth.reference_answer_alignment);
  return { ...honest, quality, ground_truth: { ...honest.ground_truth, reference_answer_alignment: alignment } };
}

function honestChoice({ first, second }: AnswerPair, read: (judgeCase: JudgeCase) => Judgement) {
  const [a, b] = [sum(read(first)), sum(read(second))];
  return a === b ? ("tie" as const) : a > b ? ("first" as const) : ("second" as const);
}

function sum({ ground_truth, quality }: Judgement): number {
  return DIMENSIONS.reduce((total, name) => total + quality[name].score, ground_truth.reference_answer_alignment);
}

function wordsOf(text: string): number {
  return text.split(/\s+/).length;
}

function isBuried({ result }: { result?: string | undefined }): boolean {
  return result?.startsWith("(a row without") ?? false;
}
