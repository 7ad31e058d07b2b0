import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../../../agent/answer/answer.ts";
import { judgeByPrimaryRubric } from "../../../../harness/judge/judges/rubric-primary.ts";
import { judgeBySecondRubric } from "../../../../harness/judge/judges/rubric-second.ts";
import { processorMs } from "../../../soon.ts";
import { caseOf, makeUnanswerable, THRESHOLDS } from "./cases.ts";

/** What a model that got into a loop, or means ill, may answer: 100,000 characters and more that a careless pattern takes minutes over. */
const ANSWERS: [string, string][] = [
  ["line ends", "\n".repeat(100_000)],
  ["blanks", " ".repeat(100_000)],
  ["a heading of blanks", `# a${" ".repeat(100_000)}b`],
  ["a heading of colons", `# ${" : ".repeat(30_000)}b`],
  ["a source of blanks", `## Sources\n- S1: [${" ".repeat(100_000)}`],
  ["items cut short", `## Recommended\n${"1. **`a".repeat(20_000)}`],
  ["refusals begun", "no ".repeat(40_000)],
  ["empty headings", "#\n".repeat(50_000)],
  ["one long word", "a-".repeat(50_000)],
  ["one word without an end", "x".repeat(100_000)],
];

describe.each(ANSWERS)("an answer of %s", (_name, answer) => {
  it.each([
    ["parsed", () => parseAnswer(answer)],
    ["judged by the primary rubric", () => judgeByPrimaryRubric(caseOf(answer), THRESHOLDS)],
    ["judged by the second", () => judgeBySecondRubric(caseOf(answer, makeUnanswerable()), THRESHOLDS)],
  ])("is %s within a second of the processor", (_how, act) => {
    expect(processorMs(act)).toBeLessThan(1_000);
  });
});
