/** What a question asks about the test cases besides their ids: a sentence behind the last turn. */
import type { Wording } from "./registers.ts";

/** Slots: `entities`, such as "backlog items", "requirements". */
export const ITEMS: Wording = {
  formal: [
    "Please also name the {entities} that these test cases verify.",
    "State as well which {entities} they are recorded against.",
    "In addition, which {entities} are these test cases traced to?",
  ],
  terse: ["+ the {entities} they verify", "and their {entities}", "with linked {entities}"],
  colloquial: [
    "and which {entities} do those belong to?",
    "I also need to know what {entities} they verify",
    "oh and tell me the {entities} behind them",
  ],
  ticket: [
    "Also needed: the {entities} that they verify.",
    "Report the linked {entities} too.",
    "With: {entities} recorded for them.",
  ],
};

/** Slots: `entities`, such as "messages", "component paths". */
export const COVERED: Wording = {
  formal: [
    "Please also say which {entities} they cover.",
    "State as well, by id, the {entities} that these test cases exercise.",
  ],
  terse: ["+ the {entities} covered", "and {entities} (ids)"],
  colloquial: ["and which {entities} do they touch?", "also, what {entities} do those go through?"],
  ticket: ["Also needed: ids of the {entities} covered.", "Report the {entities} that they exercise too."],
};

/** Slots: `entities`, the name of an attribute. */
export const VALUES: Wording = {
  formal: ["Please give the {entities} of each as well.", "State the {entities} of these test cases, too."],
  terse: ["+ {entities} of each", "with {entities}"],
  colloquial: ["and the {entities} of each?", "I also need their {entities}"],
  ticket: ["Also needed: {entities}.", "Report the {entities} of each too."],
};
