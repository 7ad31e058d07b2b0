import type { Wording } from "./registers.ts";

/** Later turns, understood only with the turn before. Slots: `condition`. */
export const KEEP_ONLY: Wording = {
  formal: "Of those, please keep only the test cases {condition}.",
  terse: "of those, only the ones {condition}",
  colloquial: "ok and of those, just the ones {condition}?",
  ticket: "Follow-up: restrict the list above to test cases {condition}.",
};

/** Slots: `excluded`. */
export const LEAVE_OUT: Wording = {
  formal: "Please also leave out the test cases {excluded}.",
  terse: "minus the ones {excluded}",
  colloquial: "and drop the ones {excluded}, we don't need them",
  ticket: "Follow-up: exclude test cases {excluded}.",
};

/** Takes back what `KEEP_ONLY` said. Slots: `condition`, `excluded`. */
export const INSTEAD_LEAVE_OUT: Wording = {
  formal: [
    "On second thoughts, please drop the restriction to those {condition}. Of the whole list, leave out the test cases {excluded} instead.",
    "I withdraw the last restriction: all of them again, except for the test cases {excluded}.",
  ],
  terse: ["undo that filter; instead all but the ones {excluded}", "back to the full list, minus the ones {excluded}"],
  colloquial: [
    "hm no, forget that filter. take the whole list again and drop the ones {excluded}",
    "actually that was too narrow, go back to all of them and just skip the ones {excluded}",
  ],
  ticket: [
    "Correction: the restriction above is void. Exclude test cases {excluded} from the full list instead.",
    "Withdrawn: previous restriction. New scope: full list without test cases {excluded}.",
  ],
};
