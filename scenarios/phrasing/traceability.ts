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

/** Asks for the larger item and its parts as well. */
export const WITHIN_PARENT: Wording = {
  formal: [
    "{item} is part of a larger backlog item. Which existing test cases are traced to that larger item or to anything that it contains? Please name that item and the parts of it that they verify.",
    "Which backlog item contains {item}, which test cases are recorded for it or for any of its parts, and which parts are these?",
  ],
  terse: [
    "tests for the parent of {item}, incl. everything below that parent; + which parent, which parts",
    "parent of {item}: its id, tests on it or below, parts they verify",
  ],
  colloquial: [
    "{item} belongs to something bigger. what is it, what tests do we have for that bigger thing with all its parts, and for which of the parts?",
    "whatever {item} is a part of, I need the tests for the whole of it, and tell me which part each one is for",
  ],
  ticket: [
    "Starting point: {item}.\nList the test cases recorded against its parent item or any part of the parent; name the parent and the parts verified.",
    "Scope: the item that contains {item}, with all parts.\nReport that item, its test cases and the backlog items that they verify.",
  ],
};

/** Both sides of the links. */
export const TESTS_AND_PARTS: Wording = {
  formal: [
    "Please list the test cases recorded for {item} and everything that it contains, together with the backlog items among these that they verify.",
    "For {item} with all its parts: which test cases are there, and which of the parts does each of them verify?",
  ],
  terse: ["{item} and below: tests + the items they verify", "tests <-> backlog items within {item}, all levels"],
  colloquial: [
    "can I get the tests for {item} and all its parts, and for each the part that it checks?",
    "who checks what in {item}? tests and the parts they belong to, all the way down",
  ],
  ticket: [
    "Trace matrix: {item}, including everything that it contains.\nRows: test cases. Columns: the backlog items that they verify.",
    "Scope: {item} with all parts.\nReport test cases and, for each, the part recorded for it.",
  ],
};

/** The same of an item without parts. */
export const TESTS_AND_ITEMS: Wording = {
  formal: [
    "Please list the test cases recorded for {item}, together with all backlog items that they verify.",
    "Which test cases verify {item}, and which further backlog items does each of them verify?",
  ],
  terse: ["{item}: tests + all items they verify", "tests of {item} and what else they are linked to"],
  colloquial: [
    "can I get the tests for {item}, and everything else those tests are for?",
    "which tests check {item}, and what other backlog items do they check on the way?",
  ],
  ticket: [
    "Trace matrix for the test cases of {item}.\nRows: test cases. Columns: the backlog items that they verify.",
    "Scope: {item}.\nReport test cases and, for each, all backlog items recorded for it.",
  ],
};

export const COUNT: Wording = {
  formal: [
    "How many test cases are recorded for {item}, by {attribute}? Please list them as the evidence.",
    "Please count the test cases traced to {item} for each {attribute} that occurs, and show which ones they are.",
  ],
  terse: [
    "{item}: number of tests per {attribute}, with ids",
    "count + list of tests linked to {item}, by {attribute}",
  ],
  colloquial: [
    "how many tests do we have linked to {item}, split up by {attribute}? and show me which",
    "I need numbers for {item}: linked tests per {attribute}, and the list so I can check",
  ],
  ticket: [
    "Metrics request: {item}.\nNumber of recorded test cases per {attribute}; attach the list.",
    "Change: {item}.\nCount the test cases recorded against it by {attribute}, with evidence.",
  ],
};

/** After `DIRECT`, which named the wrong item. */
export const OTHER_INSTEAD: Wording = {
  formal: [
    "I am sorry, that was the wrong number. I meant {other}, not {item}; which test cases are traced to it?",
    "Please disregard {item} and answer the same for {other} instead.",
  ],
  terse: ["correction: {other}, not {item}", "wrong id, I meant {other}"],
  colloquial: [
    "oops, wrong one, should have been {other} and not {item}. which tests is it then?",
    "scratch {item}, it's {other} that I need",
  ],
  ticket: [
    "Correction: {other} instead of {item}. Replace the list.",
    "Item above was entered by mistake. Correct item: {other}. Same request.",
  ],
};

export const WITH_CONDITION: Wording = {
  formal: "Which of the test cases traced to {item}[ or to its parts] are the ones {condition}?",
  terse: "tests for {item}[ incl. parts], only those {condition}",
  colloquial: "for {item}[ with all its parts] I only need the tests {condition}, which are they?",
  ticket: "Change: {item}[, including its parts].\nScope: recorded test cases {condition}.",
};

export const WITHOUT_CONDITION: Wording = {
  formal: "Which test cases are traced to {item}[ or to its parts], leaving out the ones {excluded}?",
  terse: "tests for {item}[ incl. parts], without those {excluded}",
  colloquial: "give me the tests for {item}[ and its parts], but not the ones {excluded}",
  ticket: "Change: {item}[, including its parts].\nOut of scope: test cases {excluded}.",
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
