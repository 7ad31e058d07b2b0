import { describe, expect, it } from "vitest";
import { tellingText } from "../../../scenarios/catalogue/sentence.ts";

describe("tellingText", () => {
  it.each([
    ["a name of three words or more", "Early data forwarding", "Something else entirely.", "Early data forwarding"],
    ["the first sentence where the name says too little", "R-1", "The pump stops. Then it beeps.", "The pump stops"],
    [
      "the sentence that the name is the beginning of",
      "The pump stops when the li",
      "The pump stops when the lid opens",
      "The pump stops when the lid opens",
    ],
    [
      "what follows a heading with the name",
      "TIMER",
      "3: TIMER\n\nThe timer starts at zero. It ends.",
      "The timer starts at zero",
    ],
    [
      "signs of code and formulas",
      "",
      "Accept `a > b && *p != c#` when x * y > 3, as in *p = *queue. Next.",
      "Accept a > b && *p != c# when x * y > 3, as in *p = *queue",
    ],
    [
      "text without Markdown's marks",
      "",
      "> The unit **MUST** keep *all* of its\n> parameter\\_names.",
      "The unit MUST keep all of its parameter_names",
    ],
    [
      "a sentence past its abbreviations",
      "",
      "Some media, e.g. CDs and No. 5 tapes, are kept. Others not.",
      "Some media, e.g. CDs and No. 5 tapes, are kept",
    ],
    ["nothing of a text that is cut off", "DCGATE: import and export of pol…", "", null],
    ["nothing of what leads over to a list", "", "The parameter name MUST\n\n* follow a rule", null],
  ])("takes %s", (_, name, description, expected) => {
    expect(tellingText({ name, description })).toBe(expected);
  });
});
