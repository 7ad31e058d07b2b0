import type { Wording } from "./registers.ts";

export const DIRECT: Wording = {
  formal: "Which existing test cases are traced directly to {item}? Please give the evidence for each.",
  terse: "tests linked to {item}",
  colloquial: "we touched {item}, which tests are linked to it?",
  ticket: "Change: {item}.\nList the test cases recorded against it.",
};

export const WITHIN: Wording = {
  formal: "Which existing test cases are traced to {item} or to anything that it contains, at any level?",
  terse: "tests for {item} and everything below it",
  colloquial: "{item} is being reworked, what tests hang off it or any of its parts?",
  ticket: "Change: {item}, including everything that it contains.\nList the test cases recorded against any of it.",
};

export const WITHIN_PARENT: Wording = {
  formal:
    "{item} is part of a larger backlog item. Which existing test cases are traced to that larger item or to anything that it contains?",
  terse: "tests for the parent of {item}, incl. everything below that parent",
  colloquial: "{item} belongs to something bigger. what tests do we have for that bigger thing with all its parts?",
  ticket: "Starting point: {item}.\nList the test cases recorded against its parent item or any part of the parent.",
};

export const WITH_CONDITION: Wording = {
  formal: "Which of the test cases traced to {item} or to its parts are the ones {condition}?",
  terse: "tests for {item} incl. parts, only those {condition}",
  colloquial: "for {item} with all its parts I only need the tests {condition}, which are they?",
  ticket: "Change: {item}, including its parts.\nScope: recorded test cases {condition}.",
};

export const WITHOUT_CONDITION: Wording = {
  formal: "Which test cases are traced to {item} or to its parts, leaving out the ones {excluded}?",
  terse: "tests for {item} incl. parts, without those {excluded}",
  colloquial: "give me the tests for {item} and its parts, but not the ones {excluded}",
  ticket: "Change: {item}, including its parts.\nOut of scope: test cases {excluded}.",
};

export const EXCEPT_PART: Wording = {
  formal:
    "Which test cases are traced to {item} or to its parts, but neither to {part} nor to anything within that part?",
  terse: "tests for {item} and parts, except those traced to {part} or below",
  colloquial: "{part} is tested separately, so which tests remain for {item} and its other parts?",
  ticket: "Change: {item}, including its parts.\nOut of scope: test cases recorded against {part} or its parts.",
};

export const EITHER: Wording = {
  formal: "Which existing test cases are traced to {item} or to {other}?",
  terse: "tests for {item} or {other}",
  colloquial: "both {item} and {other} change in this drop, which tests are linked to either of them?",
  ticket: "Changes: {item}; {other}.\nList the test cases recorded against at least one of them.",
};

/** After `DIRECT`. */
export const ADD: Wording = {
  formal: "Please add the test cases that are traced to {other}, in one list with the former.",
  terse: "plus those for {other}, one list",
  colloquial: "oh and {other} changes too, can you put both in one list?",
  ticket: "Follow-up: {other} changes as well. Give one list for both.",
};

export const PAIRED: Wording = {
  formal: "Which existing test cases are traced to {part} as a part of {item}?",
  terse: "tests for {part} under {item}",
  colloquial: "{part} sits under {item}, right? which tests cover it there?",
  ticket: "Change: {part}, contained in {item}.\nList the test cases recorded for it within that item.",
};
