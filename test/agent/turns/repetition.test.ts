import { describe, expect, it } from "vitest";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { repetitionAtEnd } from "../../../agent/turns/repetition.ts";
import { makeRandom, randomInteger } from "../../../base/random.ts";

const found = (text: string) => repetitionAtEnd(text, STUDY_LIMITS.maxTextRepeats);
const random = makeRandom(7, "repetition");
const word = () => "abcdefghijklmnop".slice(randomInteger(random, 8)).slice(0, 3 + randomInteger(random, 5));
const sentence = () => Array.from({ length: 12 }, word).join(" ");

describe("a text that ends in a loop", () => {
  it.each([
    ["one word", `The answer: ${"nothing ".repeat(400)}`, "nothing "],
    ["blank lines", `The answer:${"\n".repeat(2_000)}`, "\n"],
    ["a sentence, cut in its middle", `So: ${"I will search again. ".repeat(40)}I will se`, undefined],
    ["a paragraph of 900 characters", `${"x y z ".repeat(5)}${`${"ab cd ".repeat(149)}end. `.repeat(21)}`, undefined],
    ["just as long as a loop is at least", "nothing ".repeat(75), "nothing "],
    ["an item of a list", `## Recommended\n${"1. `TC-1`\n".repeat(100)}`, undefined],
  ])("is found: %s", (_what, text, unit) => {
    const repetition = found(text);
    expect(repetition?.times).toBeGreaterThanOrEqual(STUDY_LIMITS.maxTextRepeats);
    if (unit !== undefined) expect(repetition?.unit).toBe(unit);
  });

  it("is found whatever stands before it and wherever it is cut, at so many repeats and not at one fewer", () => {
    for (let trial = 0; trial < 200; trial++) {
      const unit = `${sentence()}${trial}. `;
      const cut = unit.slice(0, randomInteger(random, unit.length - 1));
      expect(found(`${sentence()}! ${unit.repeat(20)}${cut}`)).not.toBeNull();
      expect(found(`${sentence()}! ${unit.repeat(19)}`)).toBeNull();
    }
  });
});

describe("a long text that is no loop", () => {
  const numbers = Array.from({ length: 800 }, (_, at) => at);
  it.each([
    ["a list of ids", numbers.map((at) => `${at + 1}. \`TC-${1000 + at}\` - covers it [S1]`).join("\n")],
    ["a table of equal rows but for an id", numbers.map((at) => `| TC-${at} | 0 | 0 | passed |`).join("\n")],
    ["a table with equal cells", `| a | b |\n${"| 0 | 0 |\n".repeat(500)}\nIn all: nothing failed.`],
    ["a rule of dashes", `${sentence()}\n${"-".repeat(500)}`],
    ["JSON with zeros", `[${Array(900).fill(0).join(", ")}]`],
    [
      "a list of equal words with its sources",
      `${"none, ".repeat(300)}\n## Sources\n- S1: [records](artifact://t?path=/r)`,
    ],
    ["nineteen equal lines", "not covered by any test of this release\n".repeat(19)],
  ])("is none: %s", (_what, text) => {
    expect(found(text)).toBeNull();
  });

  it("is none in any prose, list or table that is drawn", () => {
    for (let trial = 0; trial < 300; trial++) {
      const lines = Array.from(
        { length: 20 + randomInteger(random, 200) },
        (_, at) => [`- ${word()} ${at}`, `| ${word()} | ${at} | 0 |`, sentence()][trial % 3]!,
      );
      expect(found(lines.join("\n"))).toBeNull();
    }
  });
});
