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
