import fc from "fast-check";
import { expect, it } from "vitest";
import { matchTerms } from "../../../agent/tools/term-matching.ts";
import { fold } from "../../../base/fold.ts";

const entry = (entryId: string, term: string, expansion = "") => ({
  entryId,
  term,
  kind: "term",
  expansion,
  definition: "",
});
const entries = [
  entry("1", "RRC", "radio resource control"),
  entry("2", "RLC", "radio link control"),
  entry("3", "handover"),
  entry("4", "Händover"),
];

it("folds letter case, accents and separators", () => {
  expect([fold("  RRC--Connection_Setup "), fold("Händover"), fold("--")]).toEqual([
    "rrc connection setup",
    "handover",
    "",
  ]);
});

it("gives 1 to equal names only, ties by id", () => {
  expect(
    matchTerms("HANDOVER", entries, { least: 0.4, limit: 5 }).map((match) => [match.entry.entryId, match.similarity]),
  ).toEqual([
    ["3", 1],
    ["4", 1],
  ]);
  expect(matchTerms("handovers", entries, { least: 0.4, limit: 1 })[0]!.similarity).toBeLessThan(1);
});

it("matches the expansion where that is nearer, best first", () => {
  expect(
    matchTerms("radio resorce control", entries, { least: 0.4, limit: 5 }).map((match) => [
      match.entry.entryId,
      match.matched,
    ]),
  ).toEqual([
    ["1", "radio resource control"],
    ["2", "radio link control"],
  ]);
});

it("is 0.999 times Dice's coefficient of the trigrams of both, with two blanks before and one after", () => {
  // {"  a", " ab", "ab "} and {"  a", " ac", "ac "} share one of three each.
  const [match] = matchTerms("ab", [{ ...entries[0]!, term: "ac" }], { least: 0, limit: 1 });
  expect(match?.similarity).toBeCloseTo(0.999 / 3, 12);
});

it("stays between 0 and 1, finds every entry by its own term, and keeps to the limit", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 4 }), (text, limit) => {
      const matches = matchTerms(text, entries, { least: 0, limit });
      expect(matches.length).toBeLessThanOrEqual(limit);
      expect(matches.every((match) => match.similarity >= 0 && match.similarity <= 1)).toBe(true);
    }),
  );
  for (const { term } of entries) expect(matchTerms(term, entries, { least: 0.4, limit: 1 })[0]!.similarity).toBe(1);
});
