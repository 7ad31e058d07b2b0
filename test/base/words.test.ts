import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findPhrase, fold, foldedWords } from "../../base/fold.ts";
import { countWords, withSpaces } from "../../base/words.ts";

describe("withSpaces", () => {
  it.each([
    ["要件を検証する", "要件 を 検証 する"],
    ["AMFが再起動", "AMF が 再 起動"],
    ["ระบบต้อง", "ระบบ ต้อง"],
    ["软件需求", "软件 需求"],
  ])("parts %j into %j", (text, words) => {
    expect(withSpaces(text).trim().replace(/ +/g, " ")).toBe(words);
  });

  it("leaves text of scripts with spaces as it is, byte for byte", () => {
    const spaced = fc
      .string({ unit: "grapheme" })
      .filter((text) => !/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u{3ffff}]/u.test(text));
    fc.assert(fc.property(spaced, (text) => withSpaces(text) === text && foldedWords(text).join(" ") === fold(text)));
    const mixed = "Größe übersteigt 3 % – über REQ-1, данные, 요구 사항, col·lecció";
    expect(withSpaces(mixed)).toBe(mixed);
  });
});

it("counts words with and without spaces", () => {
  expect(["", "two words", "要件を検証する"].map(countWords)).toEqual([0, 2, 4]);
});

it.each([
  ["この要件を検証する", "要件", true],
  ["The restart works", "start", false],
  ["AMFの再起動", "AMF", true],
  ["AMF2の再起動", "AMF", false],
  ["AMF の再起動", "再起動", true],
  ["この要件", "検証", false],
])("in %j the phrase %j stands: %s", (text, phrase, stands) => {
  expect(findPhrase(text, phrase) >= 0).toBe(stands);
});
