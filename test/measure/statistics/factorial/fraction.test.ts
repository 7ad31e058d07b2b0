import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  aliasesOf,
  chooseFraction,
  definingWords,
  fractionRuns,
} from "../../../../measure/statistics/factorial/fraction.ts";
import { nonEmpty } from "../../../non-empty.ts";

const word = (letters: string) => [...letters].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) - 65)), 0);
const named = (bits: number) => [..."ABCDEFGHIJ"].filter((_, at) => (bits >> at) & 1).join("");

/** Column of an effect in the model matrix: the product of its factors' signs, run by run. */
function column(runs: readonly number[][], effect: number): number[] {
  return runs.map((levels) =>
    levels.reduce((sign, level, factor) => ((effect >> factor) & 1 && level ? -sign : sign), 1),
  );
}

interface RDesign {
  factors: number;
  generators: string[];
  aliases: Record<string, string[]>;
}

describe("fractions of two-level designs", () => {
  it.each([
    // Montgomery, Design and Analysis of Experiments, table of generators; Box, Hunter and Hunter, table 6.22.
    [5, 3, ["AB", "AC"], 3],
    [6, 4, ["ABC", "ABD"], 4],
    [7, 4, ["ABC", "ABD", "ACD"], 4],
    [8, 5, ["ABCD", "ABEF"], 5],
    [5, 5, ["ABCD"], 5],
  ])("of %i factors at resolution %i has the textbook's generators", (factors, resolution, generators, reached) => {
    const found = chooseFraction(factors, resolution)!;
    expect(found.generators.map(named)).toEqual(generators);
    expect(found.resolution).toBe(reached);
  });

  it("has the textbook's alias structure of the 2^(5-2)", () => {
    const fraction = chooseFraction(5, 3)!;
    expect(definingWords(fraction).map(named).sort()).toEqual(["ABD", "ACE", "BCDE"]);
    const classes = Object.fromEntries(
      ["A", "B", "C", "D", "E", "BC", "BE"].map((effect) => [effect, aliasesOf(word(effect), fraction, 5).map(named)]),
    );
    expect(classes).toEqual({
      A: ["BD", "CE", "ABCDE"],
      B: ["AD", "CDE", "ABCE"],
      C: ["AE", "BDE", "ABCD"],
      D: ["AB", "BCE", "ACDE"],
      E: ["AC", "BCD", "ABDE"],
      BC: ["DE", "ACD", "ABE"],
      BE: ["CD", "ABC", "ADE"],
    });
  });

  it("has the aliases of R's model matrix", async () => {
    const oracle = JSON.parse(await readFile("test/input/statistics/fraction_aliases.json", "utf8"));
    const designs: RDesign[] = oracle.designs;
    for (const { factors, generators, aliases } of nonEmpty(designs)) {
      const fraction = { factors, generators: generators.map(word) };
      const own = Object.keys(aliases).map((effect) => [
        effect,
        aliasesOf(word(effect), fraction, factors).map(named).sort(),
      ]);
      expect(Object.fromEntries(own)).toEqual(
        Object.fromEntries(Object.entries(aliases).map(([effect, others]) => [effect, [...others].sort()])),
      );
    }
  });

  it.each([
    [5, 3],
    [6, 3],
    [6, 4],
    [7, 3],
    [7, 4],
    [9, 4],
    [10, 3],
  ])(
    "of %i factors at resolution %i: what is aliased is what equal columns of the model matrix say",
    (factors, resolution) => {
      const fraction = chooseFraction(factors, resolution)!;
      const runs = fractionRuns(fraction);
      expect(runs).toHaveLength(2 ** (factors - fraction.generators.length));
      expect(new Set(runs.map(String)).size).toBe(runs.length);
      expect(runs[0]).toEqual(new Array(factors).fill(0));
      const effects = Array.from({ length: 2 ** factors - 1 }, (_, at) => at + 1).filter(
        (bits) => named(bits).length <= 2,
      );
      const columns = new Map(effects.map((effect) => [effect, column(runs, effect)]));
      for (const effect of nonEmpty(effects)) {
        const own = columns.get(effect)!;
        expect(
          own.reduce((sum, sign) => sum + sign, 0),
          named(effect),
        ).toBe(0);
        const equal = effects.filter(
          (other) =>
            other !== effect &&
            Math.abs(columns.get(other)!.reduce((sum, sign, run) => sum + sign * own[run]!, 0)) === runs.length,
        );
        expect(
          aliasesOf(effect, fraction).sort((a, b) => a - b),
          named(effect),
        ).toEqual(equal);
      }
      const mains = aliasesOf(1, fraction, 1);
      expect(mains).toEqual([]);
    },
  );

  it("is none where only the full design has the resolution", () => {
    expect(chooseFraction(3, 4)).toBeNull();
    expect(chooseFraction(4, 5)).toBeNull();
  });
});
