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
  ticket: "Change: {protocol}.\nScope: of the test cases that exercise it, those {condition}.",
};

export const COMPONENT: Wording = {
  formal: [
    "{protocol} has changed as a whole. Which existing test cases exercise it or any part that belongs to it?",
    "We are replacing {protocol} with everything that belongs to it. Which test cases are affected?",
  ],
  terse: ["tests covering {protocol} or any part of it", "impact of {protocol}, all parts included"],
  colloquial: [
    "pretty much all of {protocol} is being redone, which tests cover it or any of its parts?",
    "what would we have to rerun if {protocol} and everything in it changed?",
  ],
  ticket: [
    "Change: all of {protocol}.\nList the test cases that cover it or any part of it.",
    "Impact analysis: {protocol}, including everything that belongs to it.\nList the affected test cases.",
  ],
};

/** Asks for the parts as well. */
export const FEATURE: Wording = {
  formal: [
    "{item} is going to change, with everything that it contains. Which test cases are affected, and through which backlog items?",
    "Please assess the impact of a change to {item} and all its parts: the affected test cases, and the parts that they verify.",
  ],
  terse: [
    "impact of {item} incl. everything below: tests, and which parts they verify",
    "{item} changes with all parts; affected tests + the parts affected",
  ],
  colloquial: [
    "what breaks if we touch {item} or anything in it? tests please, and which of the parts they're for",
    "we're reworking {item}, whole thing with all its parts. which tests, and by which part do they get hit?",
  ],
  ticket: [
    "Impact analysis: {item}, including everything that it contains.\nReport the affected test cases and the parts that they verify.",
    "Change: {item} and all its parts.\nNeeded: affected test cases, with the backlog items through which they are affected.",
  ],
};

/** Asks for the side effects as well. */
export const REQUIREMENT: Wording = {
  formal: [
    "{item} is about to change. Which test cases have to be run again, and which other backlog items do they verify?",
    "What is the impact of a change to {item}: the test cases concerned, and what else these are recorded against?",
  ],
  terse: [
    "{item} changes: tests to rerun, other backlog items they verify",
    "impact of {item}: tests + what else they are linked to",
  ],
  colloquial: [
    "if {item} changes, which tests do we rerun and what other backlog items would those touch?",
    "{item} got edited. which tests does that hit, and what else do these tests stand for?",
  ],
  ticket: [
    "Impact analysis: {item}.\nReport the affected test cases and the other backlog items that they verify.",
    "Change: {item}.\nNeeded: test cases to repeat; further backlog items linked to them.",
  ],
};

/** Before `CORRECTED`. */
export const ITEM: Wording = {
  formal: "{item} has changed. Which existing test cases are affected[, through anything that it contains]?",
  terse: "{item} changed, affected tests[ incl. its parts]?",
  colloquial: "{item} changed, what tests does that hit[, with all its parts]?",
  ticket: "Change: {item}[, including its parts].\nList the affected test cases.",
};

/** The turn before was wrong. */
export const CORRECTED: Wording = {
  formal: [
    "I was mistaken: {item} has not changed. It is {other} that has changed; please answer for that one instead.",
    "Please disregard {item}; the change concerns {other}. What is affected then?",
  ],
  terse: ["correction: {other}, not {item}", "scratch that, I meant {other} instead of {item}"],
  colloquial: [
    "no wait, wrong one. it's {other} that changed, {item} stays as it is",
    "sorry, mixed them up: {other} is the one, forget about {item}",
  ],
  ticket: [
    "Correction: the changed item is {other}, not {item}. Replace the list.",
    "Withdrawn: {item}. The change is in {other}; same question.",
  ],
};

export const ITEMS: Wording = {
  formal: [
    "{item} and {other} change together[, each with its parts]. Which test cases are affected by at least one of the changes?",
    "What is the joint impact of changes to {item} and to {other}[, everything that they contain included]? One list, please.",
  ],
  terse: [
    "{item} + {other} change[, parts included]: tests hit by either",
    "impact of {item} or {other}[ incl. parts], one list",
  ],
  colloquial: [
    "both {item} and {other} are being reworked[ with all their parts], which tests does at least one of them hit?",
    "we touch {item} and {other} in one go[, parts and all]. everything we'd have to rerun for either?",
  ],
  ticket: [
    "Changes: {item}; {other}[; each including its parts].\nList the test cases affected by at least one of them.",
    "Impact analysis of two changes, one list:\n1. {item}[ and its parts]\n2. {other}[ and its parts]",
  ],
};

export const ITEM_EXCEPT: Wording = {
  formal: [
    "{item} changes[, with its parts]. Which test cases are affected, leaving out those recorded for {other}[ or its parts], since these run anyway?",
    "Which test cases does a change to {item}[ or its parts] affect, apart from the ones that {other}[ or its parts already call| already calls] for?",
  ],
  terse: [
    "impact of {item}[ incl. parts], without tests of {other}[ incl. parts]",
    "{item} changed[ (parts too)]: tests not on {other}[ or its parts]",
  ],
  colloquial: [
    "{item} changed[, parts and all]. we rerun everything on {other}[ and its parts] anyway, so what else is affected?",
    "what does the change to {item}[ and its parts] hit, other than the tests for {other}[ and its parts]?",
  ],
  ticket: [
    "Change: {item}[, including its parts].\nAlready in scope: all test cases recorded for {other}[ or its parts].\nList what has to be added.",
    "Impact analysis: {item}[ and its parts].\nOut of scope: test cases of {other}[ or its parts].",
  ],
};

export const ITEM_WITH: Wording = {
  formal: [
    "{item} changes[, with everything that it contains]. Which of the affected test cases are the ones {condition}?",
    "Of the test cases that a change to {item}[ or its parts] affects, please list those {condition}.",
  ],
  terse: [
    "impact of {item}[ incl. parts], only tests {condition}",
    "{item} changed[ (parts too)], affected tests {condition}",
  ],
  colloquial: [
    "{item} changed[ with all its parts], I only want the affected tests {condition}",
    "which of the tests hit by changing {item}[ or its parts] are the ones {condition}?",
  ],
  ticket: [
    "Change: {item}[, including its parts].\nScope: affected test cases {condition}.",
    "Impact analysis: {item}[ and its parts].\nReport only test cases {condition}.",
  ],
};

export const MESSAGE_OF_PROTOCOL: Wording = {
  formal: "{message}, as it is carried by {protocol}, has changed. Which existing test cases cover it there?",
  terse: "{message} in {protocol} changed, affected tests?",
  colloquial: "the {protocol} flavour of {message} changed, what tests hit that?",
  ticket: "Change: {message} within {protocol}.\nList the test cases that cover it there.",
};

/** The same where messages are carried by nothing: parts of components. */
export const PART_OF_COMPONENT: Wording = {
  ...MESSAGE_OF_PROTOCOL,
  formal: "{message}, as a part of {protocol}, has changed. Which existing test cases cover it there?",
  colloquial: "{message} changed, the one in {protocol} I mean, what tests hit that?",
};
