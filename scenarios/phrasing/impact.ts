import type { Wording } from "./registers.ts";

export const MESSAGE: Wording = {
  formal: "The definition of {message} has changed. Which existing test cases cover it and are therefore affected?",
  terse: "{message} changed, affected tests?",
  colloquial: "someone changed {message}, what will that break in our test set?",
  ticket: "Change: {message}.\nList the test cases that cover it.",
};

export const MESSAGES: Wording = {
  formal: "Both {message} and {other} have changed. Which existing test cases cover at least one of them?",
  terse: "{message} + {other} changed, tests on either",
  colloquial: "{message} and {other} both got touched, what do we rerun, whichever of the two it covers?",
  ticket: "Changes: {message}; {other}.\nList the test cases that cover at least one of them.",
};

export const MESSAGE_EXCEPT: Wording = {
  formal:
    "{message} has changed. Which test cases cover it, leaving out those that cover {other} as well, since these run anyway?",
  terse: "tests on {message}, not on {other}",
  colloquial: "{message} changed. we rerun everything on {other} anyway, so what else is affected?",
  ticket: "Change: {message}.\nAlready in scope: all test cases that cover {other}.\nList what has to be added.",
};

export const PROTOCOL: Wording = {
  formal: "{protocol} has changed. Which of the test cases that exercise it are the ones {condition}?",
  terse: "{protocol} changed, affected tests {condition}",
  colloquial: "there's a change in {protocol}, I need the affected tests, only those {condition}",
  ticket: "Change: {protocol}.\nScope: test cases {condition} that exercise it.",
};

export const WHOLE_PROTOCOL: Wording = {
  formal: "{protocol} has changed as a whole. Which existing test cases cover any part that belongs to it?",
  terse: "tests covering any part of {protocol}",
  colloquial: "pretty much all of {protocol} is being redone, which tests cover any of its parts?",
  ticket: "Change: all of {protocol}.\nList the test cases that cover any part of it.",
};

export const MESSAGE_OF_PROTOCOL: Wording = {
  formal: "{message}, as it is carried by {protocol}, has changed. Which existing test cases cover it there?",
  terse: "{message} in {protocol} changed, affected tests?",
  colloquial: "the {protocol} flavour of {message} changed, what tests hit that?",
  ticket: "Change: {message} within {protocol}.\nList the test cases that cover it there.",
};
