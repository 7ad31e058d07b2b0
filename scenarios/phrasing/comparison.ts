import type { Wording } from "./registers.ts";

export const BOTH_ITEMS: Wording = {
  formal: "Compare {item} with {other}: which existing test cases are traced to both of them?",
  terse: "tests common to {item} and {other}",
  colloquial: "where do {item} and {other} overlap test-wise? I mean tests linked to both",
  ticket: "Compare: {item}; {other}.\nList the test cases recorded against both.",
};

export const ONLY_FIRST: Wording = {
  formal: "Compare {item} with {other}: which existing test cases are traced to the former but not to the latter?",
  terse: "tests on {item} but not on {other}",
  colloquial: "which tests would we still have for {item} if everything linked to {other} was taken out?",
  ticket: "Compare: {item}; {other}.\nList the test cases recorded against the first only.",
};

export const FILTERED_DIFFERENCE: Wording = {
  formal: [
    "Of the test cases that are traced to {item} but not to {other}, which are the ones {condition}?",
    "Compare {item} with {other}: which test cases {condition} are recorded for the former only?",
  ],
  terse: ["on {item}, not on {other}, only tests {condition}", "tests {condition}: {item} minus {other}"],
  colloquial: [
    "take the tests for {item}, drop whatever is also linked to {other}, and of the rest give me just those {condition}",
    "which tests {condition} do we have for {item} that aren't on {other}?",
  ],
  ticket: [
    "Compare: {item}; {other}.\nScope: test cases {condition}.\nList those recorded against the first only.",
    "Difference of two lists: test cases of {item} without those of {other}.\nFilter: {condition}.",
  ],
};

export const BOTH_MESSAGES: Wording = {
  formal: "Compare the coverage of {item} with that of {other}: which existing test cases cover both?",
  terse: "tests covering {item} and also {other}",
  colloquial: "are there tests that go through {item} as well as {other}? which?",
  ticket: "Compare coverage: {item}; {other}.\nList the test cases that cover both.",
};

export const ONLY_FIRST_MESSAGE: Wording = {
  formal:
    "Compare the coverage of {item} with that of {other}: which existing test cases cover only the former of the two?",
  terse: "covered: {item} yes, {other} no. which tests",
  colloquial: "which tests go through {item} but never through {other}?",
  ticket: "Compare coverage: {item}; {other}.\nList the test cases that cover the first only.",
};

/** After `DIRECT` of the traceability family. */
export const ALSO_TRACED: Wording = {
  formal: "And which of these are traced to {other} as well?",
  terse: "which of these also on {other}",
  colloquial: "and which of them are linked to {other} too?",
  ticket: "Follow-up: of the list above, those also recorded against {other}.",
};
