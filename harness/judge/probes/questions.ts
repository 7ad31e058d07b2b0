import { hashOf } from "../../../base/hash.ts";
import { executionName, keyOf } from "../../record/domain/names.ts";
import type { JudgeCase } from "../judges/judge.ts";
import type { EditedCase } from "./edits/edit.ts";
import { EDIT_NAMES, EDITS, EDITS_VERSION, type EditName } from "./edits/registry.ts";
import { PROBES } from "./registry.ts";
import type { ReadingKey } from "./store.ts";

/** One thing to ask a judge, with the key of its reading. */
export interface ProbeQuestion extends ReadingKey {
  edit: EditName;
  edited: EditedCase;
}

export interface QuestionOptions {
  /** Of the random choices in the edits. */
  seed: number;
  /** The judge's own model name. */
  model: string;
  /** Hash over what decides its verdicts. */
  fingerprint: string;
}

/** Edits that some probe reads, each once. */
const ASKED_EDITS: readonly EditName[] = EDIT_NAMES.filter((name) => PROBES.some(({ edits }) => edits.includes(name)));

/** Every edit of every case, where it applies, in the order of cases and edits. */
export function makeQuestions(
  cases: readonly JudgeCase[],
  { seed, model, fingerprint }: QuestionOptions,
): ProbeQuestion[] {
  return cases.flatMap((judgeCase) => {
    const key = keyOf(judgeCase.extraction);
    const context = { seed, name: executionName(key), judgeModel: model };
    const given = hashOf([judgeCase, EDITS_VERSION, seed, model, fingerprint]);
    return ASKED_EDITS.flatMap((edit) => {
      const edited: EditedCase | null = EDITS[edit](judgeCase, context);
      return edited ? [{ ...key, edit, edited, asked: hashOf([given, edit]) }] : [];
    });
  });
}
