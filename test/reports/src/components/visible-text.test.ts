import fc from "fast-check";
import { expect, it } from "vitest";
import { splitVisible } from "../../../../reports/src/components/visible-text.ts";

const shown = (text: string) =>
  splitVisible(text)
    .map((part) => part.text)
    .join("");

it.each([
  ["a direction override", "ab\u202ecd", "ab[U+202E]cd"],
  ["a terminal escape", "\u001b[31mred", "[U+001B][31mred"],
  ["a zero-width space", "TC\u200b-1", "TC[U+200B]-1"],
  ["a tag character", "a\u{e0041}", "a[U+E0041]"],
  ["a lone surrogate", "a\ud800b", "a[U+D800]b"],
  ["a carriage return alone", "a\rb", "a[U+000D]b"],
])("%s becomes its code", (_, text, expected) => {
  expect(shown(text)).toBe(expected);
});

it("keeps line feeds, tabs, and letters of any script as they are; CR LF is one line feed", () => {
  expect(shown("a\tb\r\nc\nżółć 検索 مرحبا")).toBe("a\tb\nc\nżółć 検索 مرحبا");
});

it("leaves no character that a terminal or a browser obeys without showing it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(shown(text)).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cf}]/u);
    }),
  );
});
