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

/** Also where there is nothing to report of the links: the question must not tell. */
export const DETAILS: Wording = {
  formal: [
    'Please look up the test case "{name}": its identifier, its {attributes}, and the backlog items that it verifies.',
    'What {are} the {attributes} of the test case named "{name}", and which backlog items is it recorded against?',
  ],
  terse: [
    '"{name}": id, {attributes}, linked backlog items',
    'record of "{name}" ({attributes}) and its backlog items',
  ],
  colloquial: [
    'can you pull up "{name}" for me? I need its {attributes}, and what backlog items hang off it',
    'what do we know about the test "{name}"? {attributes}, and the backlog items it was written for',
  ],
  ticket: [
    'Record needed: test case "{name}".\nFields: identifier, {attributes}, linked backlog items.',
    'Audit of the test case "{name}".\nReport {attributes}; list the backlog items that it verifies, with evidence.',
  ],
};

/** The way back. */
export const VERIFIED: Wording = {
  formal: [
    'Which {entities} does the test case "{name}" verify? Please give its identifier, too.',
    'Please name the {entities} that the test case called "{name}" is traced to, with the evidence.',
  ],
  terse: ['{entities} verified by "{name}"', '"{name}" is linked to which {entities}?'],
  colloquial: [
    'if we drop the test "{name}", which {entities} lose it?',
    'the one called "{name}", what {entities} is it for?',
  ],
  ticket: [
    'Trace back: test case "{name}".\nList the {entities} that it verifies, and its identifier.',
    'Coverage question: which {entities} does "{name}" stand for?',
  ],
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
  ofOthers: {
    formal: "Please look up test case {test} and confirm that it exists.",
    colloquial: "can you find {test} for me? need it for the review",
    ticket: "Add test case {test} to the review list. Confirm that it exists.",
  },
};
