import type { Wording } from "./registers.ts";

export const BY_NAME: Wording = {
  formal: 'Which existing test cases carry exactly the name "{name}"? Please give their identifiers.',
  terse: 'ids of test cases "{name}"',
  colloquial: 'what was the number of that test again, the one called "{name}"? give me all if there are several',
  ticket: 'Need the records for test cases named "{name}".\nExpected: the identifiers, exact name match only.',
};

export const BY_ATTRIBUTES: Wording = {
  formal: "Please list all existing test cases {condition}.",
  terse: "all tests {condition}",
  colloquial: "can you pull up every test we have {condition}?",
  ticket: "Inventory request: every test case {condition}.",
};

export const BY_PREFIX: Wording = {
  formal: "Please list the existing test cases with {prefix} at the beginning of their identifier.",
  terse: "test ids with {prefix} at the start",
  colloquial: "which tests have {prefix} at the start of their number? I only remember that much",
  ticket: "Lookup: all test case ids with {prefix} at the beginning.",
};

export const LIKE_THIS_ONE: Wording = {
  formal: "Which other test cases have the same {attributes} as {test}?",
  terse: "others with same {attributes} as {test}",
  colloquial: "I'm looking at {test}, what else shares its {attributes}?",
  ticket: "Reference test: {test}.\nList the other test cases with the same {attributes}.",
};

export const SHARING_ITEM: Wording = {
  formal: "Which other test cases are traced to a backlog item that {test} is traced to as well?",
  terse: "tests sharing a backlog item with {test}",
  colloquial: "we're touching {test}, which other tests hang off the same backlog items?",
  ticket: "Reference test: {test}.\nList the other test cases recorded against the same backlog items.",
};

export const DESCRIBE: Wording = {
  formal: "Please tell me the {attributes} of {test}.",
  terse: "{test}: {attributes}?",
  colloquial: "hi, what's the {attributes} of {test}?",
  ticket: "Reference test: {test}.\nReport its {attributes}.",
};

export const SAME_AGAIN: Wording = {
  formal: "Which other test cases are the same in that respect?",
  terse: "and which others are the same there",
  colloquial: "cool, and which other tests are the same there?",
  ticket: "Follow-up: list the other test cases for which the same holds.",
};

export const UNKNOWN: Wording = {
  formal: "Please look up test case {test} and list it together with its steps.",
  terse: "look up {test}",
  colloquial: "can you find {test} for me? need it in the run list",
  ticket: "Add test case {test} to the run list. Confirm that it exists.",
};
