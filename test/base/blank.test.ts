import { describe, expect, test } from "vitest";
import { isBlank, isMissing, parseDecimal, trimBlank } from "../../base/blank.ts";

const NO_INK = [
  "",
  " ",
  "\t",
  "\u00a0",
  "\u202f",
  "\u3000",
  "\u200b",
  "\u200d",
  "\u2060",
  "\ufeff",
  "\u00ad",
  "\u200e",
];

describe("what readers take for nothing", () => {
  test.each(NO_INK)("a text without ink is blank: %j", (text) => {
    expect([isBlank(text), isBlank(`${text} ${text}`), trimBlank(`${text}x${text}`)]).toEqual([true, true, "x"]);
  });

  test("control characters, digits and words are not", () => {
    expect(["\u0001", "\0", "0", "-", "none", "x\u200by"].map(isBlank)).toEqual(Array(6).fill(false));
    expect(trimBlank("\u200b a\u00a0b \u200b")).toBe("a\u00a0b");
  });

  test("a word for no value counts in any case, other words do not unless they are given", () => {
    expect(["NA", "n/a", " NaN\u00a0", "null", "#N/A", "<NA>"].map((text) => isMissing(text))).toEqual(
      Array(6).fill(true),
    );
    expect(["none", "-", "0", "nah"].map((text) => isMissing(text))).toEqual(Array(4).fill(false));
    expect([isMissing("-", ["-"]), isMissing("NA", ["-"]), isMissing(" ", ["-"])]).toEqual([true, false, true]);
  });

  test("only a decimal is a number", () => {
    expect(["1", "-.5", "1e3", "+2."].map(parseDecimal)).toEqual([1, -0.5, 1000, 2]);
    expect(["", " ", "0x10", "Infinity", "1e999", "1,5", "−1", "NaN"].map(parseDecimal)).toEqual(Array(8).fill(null));
  });

  test("a long run of blanks inside is trimmed in linear time", () => {
    expect(trimBlank(`a${" ".repeat(200_000)}b`)).toHaveLength(200_002);
  });
});
