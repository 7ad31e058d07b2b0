import { describe, expect, it } from "vitest";
import { splitAside } from "../../../../agent/policy-models/reading/what-else-was-asked.ts";

describe("splitAside", () => {
  it.each([
    [
      "Tests of X-1? Please also name the items that they verify.",
      "Tests of X-1?",
      "Please also name the items that they verify.",
    ],
    ["tests of X-1 and below; + the messages covered", "tests of X-1 and below;", "+ the messages covered"],
    ["which tests run in the lab? and wich owner do thoose have? list them", null, null],
    [
      "X-1 changes, what do we rerun, and which other items do those touch?",
      "X-1 changes, what do we rerun,",
      "and which other items do those touch?",
    ],
    ["How many tests has X-1, by owner? Please list them.", "How many tests has X-1,", "by owner? Please list them."],
  ])("takes %j apart", (text, main, aside) => {
    if (main !== null) expect(splitAside(text)).toEqual({ main, aside });
    else expect(splitAside(text).main).toBe("which tests run in the lab?");
  });

  it.each([
    "tests of X-1, but not those in the lab",
    "which of those are traced to X-2 too?",
    "Change: X-1.\nList the test cases recorded against it.",
    "tests of X-1; only those with owner Kim",
    "tests in the lab, with owner Kim, with state Open?",
    "tests for X-1, with all its parts",
    'tests of the feature "Reset and restart", and of the one called "Wake-up"',
  ])("leaves %j whole: every clause says which test cases", (text) => {
    expect(splitAside(text)).toEqual({ main: text, aside: "" });
  });
});
