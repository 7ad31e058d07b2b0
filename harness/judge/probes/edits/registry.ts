import type { JudgeCase } from "../../judges/judge.ts";
import { buryEvidence } from "./bury.ts";
import type { Edit, EditedCase } from "./edit.ts";
import { makeGold, makeGutted, makeHalf, makePadded } from "./levels.ts";

/** Raised when an edit would give another text for the same input. */
export const EDITS_VERSION = 1;

/** Every edited form, by name. */
export const EDITS = {
  gold: (given) => one(makeGold(given)),
  gutted: (given, context) => one(makeGutted(given, context)),
  half: (given, context) => one(makeHalf(given, context)),
  padded: (given, context) => one(makePadded(given, context)),
  signed: (given, context) => one(signedBy(makeHalf(given, context), context.judgeModel)),
  buried: (given) => one(given.scenario.answerable ? buryEvidence(makeGold(given)) : null),
  pair: (given, context) => pairOf(makeHalf(given, context), makeHalf(given, context, "other half")),
  swapped: (given, context) => pairOf(makeHalf(given, context, "other half"), makeHalf(given, context)),
} as const satisfies Record<string, Edit>;

export type EditName = keyof typeof EDITS;
export const EDIT_NAMES = Object.keys(EDITS) as EditName[];

function one(edited: JudgeCase | null): EditedCase | null {
  return edited && { type: "one", case: edited };
}

function pairOf(first: JudgeCase | null, second: JudgeCase | null): EditedCase | null {
  return first && second && { type: "pair", pair: { first, second } };
}

/** The same answer, said to be by another model. */
function signedBy(edited: JudgeCase | null, model: string): JudgeCase | null {
  return edited && { ...edited, extraction: { ...edited.extraction, model } };
}
