import type { Wording } from "./registers.ts";

export const UNRECORDED: Wording = {
  formal:
    "The recorded links of {item} are incomplete. Which existing test cases verify it although they are not linked to it? Please judge by what the texts say, leave out those that are already linked, and give the evidence for each.",
  terse: "tests that belong to {item} by content but aren't linked to it yet",
  colloquial:
    "I don't trust the links of {item}, some tests that check it were never linked. which ones? skip what's linked already",
  ticket:
    "Link repair: {item}.\nList the test cases whose content verifies it and that have no recorded link to it yet.",
};
