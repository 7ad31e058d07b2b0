import type { Wording } from "./registers.ts";

export const TOPIC: Wording = {
  formal:
    "Which existing test cases are relevant for a change that affects tests {topic}? Please recommend them with evidence.",
  terse: "tests {topic}",
  colloquial: "hey, do we have any tests {topic}?",
  ticket: "Regression scope needed.\nTopic: tests {topic}.\nPlease list what exists.",
  ofOthers: {
    formal: "Which existing test cases {topic} are there? Please recommend them with evidence.",
    ticket: "Search needed.\nTopic: tests {topic}.\nPlease list what exists.",
  },
};

export const TOPIC_COUNT: Wording = {
  formal: [
    "How many existing test cases {topic} are there for each {attribute}? Please list them as the evidence.",
    "Please count the tests {topic} by {attribute} and show which ones they are.",
  ],
  terse: ["tests {topic}: number per {attribute}, with ids", "count by {attribute} + list: tests {topic}"],
  colloquial: [
    "how many tests {topic} do we have, split up by {attribute}? and show me which",
    "I need a number per {attribute} for the tests {topic}, and the list so I can check",
  ],
  ticket: [
    "Metrics request.\nTopic: tests {topic}.\nNumber per {attribute}; attach the list.",
    "Regression scope, counted by {attribute}.\nTopic: tests {topic}.\nPlease give the evidence.",
  ],
  ofOthers: { ticket: "Metrics request.\nTopic: tests {topic}.\nNumber per {attribute}; attach the list." },
};

/** After `TOPIC` with a wrong condition. */
export const VALUE_INSTEAD: Wording = {
  formal: [
    "I made a mistake: it should be tests {right}, not {wrong}; the rest stays as it was.",
    "Please replace one condition: {right} instead of {wrong}.",
  ],
  terse: ["correction: {right}, not {wrong}", "make that {right} instead of {wrong}"],
  colloquial: [
    "ah sorry, I got one thing wrong. it's {right}, not {wrong}, rest is the same",
    "no wait, not {wrong}. {right} is what I meant",
  ],
  ticket: [
    "Correction: {right} instead of {wrong}. Other conditions unchanged.",
    'Condition "{wrong}" was entered by mistake. Correct: {right}.',
  ],
};

export const TOPIC_WITH: Wording = {
  formal: "Which existing test cases {topic} are there {condition}?",
  terse: "tests {topic}, {condition}",
  colloquial: "I need the tests {topic}, but just those {condition}",
  ticket: "Regression scope needed.\nTopic: tests {topic}.\nScope: those {condition}.",
  ofOthers: { ticket: "Search needed.\nTopic: tests {topic}.\nScope: those {condition}." },
};

export const TOPIC_WITHOUT: Wording = {
  formal: "Please recommend the existing test cases {topic}, without those {excluded}.",
  terse: "tests {topic}, not the ones {excluded}",
  colloquial: "what tests do we have {topic}? leave out the ones {excluded}, they run elsewhere",
  ticket: "Regression scope needed.\nTopic: tests {topic}.\nOut of scope: those {excluded}.",
  ofOthers: {
    colloquial: "what tests do we have {topic}? leave out the ones {excluded}",
    ticket: "Search needed.\nTopic: tests {topic}.\nOut of scope: those {excluded}.",
  },
};

export const EITHER_TOPIC: Wording = {
  formal: "Please recommend the existing test cases for either of two topics: (1) tests {topic}; (2) tests {other}.",
  terse: "(1) tests {topic} (2) tests {other}; either will do",
  colloquial: "need two lots in one list: tests {topic}; and also tests {other}",
  ticket: "Regression scope needed, two topics, one list:\n1. tests {topic}\n2. tests {other}",
  ofOthers: { ticket: "Search needed, two topics, one list:\n1. tests {topic}\n2. tests {other}" },
};

export const CONCEPT: Wording = {
  formal: "Which existing test cases verify {concept}? Please recommend them with evidence.",
  terse: "tests for {concept}",
  colloquial: "customer is asking about {concept}, which tests do we have for that?",
  ticket: "Regression scope needed.\nTopic: {concept}.\nPlease list what exists.",
  ofOthers: {
    formal: "Which existing test cases are about {concept}? Please recommend them with evidence.",
    ticket: "Search needed.\nTopic: {concept}.\nPlease list what exists.",
  },
};

export const CONCEPT_WITH: Wording = {
  formal: "Which existing test cases {condition} verify {concept}?",
  terse: "tests {condition} for {concept}",
  colloquial: "of the tests {condition}, which ones check {concept}?",
  ticket: "Regression scope needed.\nTopic: {concept}.\nScope: test cases {condition}.",
  ofOthers: {
    formal: "Which existing test cases {condition} are about {concept}?",
    colloquial: "of the tests {condition}, which ones are about {concept}?",
    ticket: "Search needed.\nTopic: {concept}.\nScope: test cases {condition}.",
  },
};

export const DESCRIBED: Wording = {
  formal: "We are changing what is described as follows: {topic}. Which existing test cases verify it?",
  terse: "tests verifying: {topic}",
  colloquial: "someone is reworking this bit: {topic}. what do we have to rerun?",
  ticket: "Change description: {topic}.\nPlease list the test cases that verify it.",
};

export const DESCRIBED_BOTH: Wording = {
  formal: "Which existing test cases verify both of these: {topic}; and {other}?",
  terse: "tests verifying {topic} as well as {other}",
  colloquial: "two things are changing, {topic} and also {other}. which tests hit both?",
  ticket: "Change descriptions:\n1. {topic}\n2. {other}\nPlease list the test cases that verify both.",
};

export const DESCRIBED_WITHOUT: Wording = {
  formal: "Which existing test cases verify the following, but not the second: {topic}; second: {other}?",
  terse: "tests verifying {topic} but not {other}",
  colloquial: "need whatever checks {topic}, except if it also checks {other}",
  ticket: "Change description: {topic}.\nOut of scope: tests that also verify {other}.",
};

export const DESCRIBED_EITHER: Wording = {
  formal:
    "Two changes are planned. First: {topic}. Second: {other}. Which existing test cases verify at least one of them?",
  terse: "tests verifying either of: (1) {topic} (2) {other}",
  colloquial: "two things are changing, {topic}, and then also {other}. what hits at least one of them?",
  ticket: "Change descriptions:\n1. {topic}\n2. {other}\nPlease list the test cases that verify at least one.",
};

/** After `DESCRIBED`. */
export const ALSO_DESCRIBED: Wording = {
  formal: "Which of these verify the following as well: {other}?",
  terse: "which of these also verify: {other}",
  colloquial: "and which of them check this too: {other}?",
  ticket: "Follow-up: of the list above, those that also verify: {other}.",
};
