import { parseDecimal } from "../../../base/blank.ts";
import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { makeRandom } from "../../../base/random.ts";
import { UserError } from "../../../base/user-error.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { benjaminiHochberg } from "../../../measure/statistics/comparison/benjamini-hochberg.ts";
import type { Range } from "../../../measure/statistics/comparison/bounded-mean-test.ts";
import { type CochranQ, cochranQ } from "../../../measure/statistics/comparison/cochran-q.ts";
import { friedmanTest } from "../../../measure/statistics/comparison/friedman.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { pairsOf, stepDownMaxT } from "../../../measure/statistics/comparison/max-t.ts";
import { randomisedTukey } from "../../../measure/statistics/comparison/randomised-tukey.ts";
import { criticalDifference } from "../../../measure/statistics/comparison/rank-post-hoc.ts";
import { type Generalizability, generalizability } from "../../../measure/statistics/factorial/generalizability.ts";
import type { Interval } from "../../../measure/statistics/intervals/bootstrap.ts";
import { quoted } from "../../print/tabular/read-csv.ts";
import type { WideTable } from "../../print/tabular/select-columns.ts";
import { compareTwo, type PairComparison } from "./compare-two.ts";
import { correctedIntervals } from "./corrected-intervals.ts";
import type { StatsOptions } from "./stats-options.ts";

/** Permutations for a single test, and beyond which more take too long. */
const PERMUTATIONS = { least: 10_000, most: 200_000 };

export interface StatsResult {
  systems: readonly string[];
  /** Items, or clusters when these were given; those with a value for every system. */
  items: number;
  /** Left out for a missing value. */
  incomplete: number;
  pairs: readonly (PairComparison & { adjusted: readonly (number | null)[]; interval: Interval })[];
  /** How `interval` of each pair is made, corrected as p is. */
  intervals: { method: string; at: string };
  /** Range that the test of a mean rests on. */
  range: Range | null;
  /** Of sign flips and of the bootstrap, more for more pairs; and the smallest corrected p that they can give. */
  permutations: number;
  smallestPermutationP: number;
  /** How far these items order the systems, and tell their level. */
  generalizability: Generalizability | null;
  /** Where all values are 0 or 1, from three systems on. */
  cochran: CochranQ | null;
  friedman: { chiSquare: number; p: number; meanRanks: readonly number[]; criticalDifference: number } | null;
}

/**
 * All pairs of systems over items that have a value for every system, p corrected over pairs within a test. With clusters
 * values are averaged within them first: one number per independent unit. Rank 1 is the highest value.
 */
export function analyseStats(table: WideTable, options: StatsOptions): StatsResult {
  const { rows, incomplete } = completeRows(table);
  if (rows.length < 2)
    throw new UserError(
      "input",
      `${countOf(rows.length, "item has", "items have")} a value for every column, two are needed`,
    );
  const systems = table.columns;
  const column = (i: number) => rows.map((row) => row[i]!);
  const range = rangeOf(rows, options.range);
  const control = options.control === undefined ? null : placeOf(systems, options.control);
  const places = pairsOf(systems.length, control);
  const family = Math.max(1, places.length);
  // Ten times what the strictest step of Holm's correction needs at 5 %.
  const permutations = Math.min(PERMUTATIONS.most, Math.max(PERMUTATIONS.least, (10 * family) / 0.05));
  const settings = { ...options, range, permutations };
  const pairs = places.map(([i, j]) =>
    compareTwo({ ...settings, first: systems[i]!, second: systems[j]!, a: column(i), b: column(j) }),
  );
  const columns = systems.map((_, i) => column(i));
  const drawn = { random: makeRandom(options.correct, ...systems), control };
  const corrected = options.tests.map((_, place) => {
    if (options.correct === "max-t") return stepDownMaxT(columns, drawn).adjusted;
    if (options.correct === "tukey") return randomisedTukey(columns, drawn).adjusted;
    return correct(
      pairs.map(({ tests }) => tests[place]!.p),
      options.correct,
    );
  });
  const intervals = correctedIntervals(columns, { ...options, control, range, adjusted: corrected[0] ?? [] });
  const test = systems.length > 2 ? friedmanTest(rows.map((row) => row.map((value) => -value))) : null;
  return {
    systems,
    items: rows.length,
    incomplete,
    pairs: pairs.map((pair, i) => ({ ...pair, adjusted: corrected.map((ps) => ps[i]!), interval: intervals.of[i]! })),
    intervals: { method: intervals.method, at: intervals.at },
    range,
    permutations,
    smallestPermutationP: Math.min(1, (options.correct === "holm" ? family : 1) / (permutations + 1)),
    generalizability: generalizability(rows),
    cochran: systems.length > 2 ? cochranQ(rows) : null,
    friedman: test && {
      chiSquare: test.chiSquare,
      p: test.p,
      meanRanks: test.meanRanks,
      criticalDifference: criticalDifference(systems.length, rows.length, 1 - options.level),
    },
  };
}

/** @throws UserError `usage` for a column that is not compared. */
function placeOf(systems: readonly string[], control: string): number {
  const place = systems.indexOf(control);
  if (place >= 0) return place;
  throw new UserError("usage", `--control ${control}: no such column`, { hint: `one of ${systems.join(", ")}` });
}

/** @throws UserError for a value out of the range that was given. */
function rangeOf(rows: readonly (readonly number[])[], given: StatsOptions["range"]): Range | null {
  const [low, high] = given ?? [0, 1];
  const inside = rows.every((row) => row.every((value) => value >= low && value <= high));
  if (!inside && given) throw new UserError("input", `values are not all between ${low} and ${high}, as --range says`);
  return inside ? { low, high } : null;
}

function correct(ps: readonly (number | null)[], method: "holm" | "bh" | "none"): (number | null)[] {
  if (method === "none") return [...ps];
  return method === "holm" ? holm(ps) : benjaminiHochberg(ps);
}

function completeRows({ columns, rows, clusters }: WideTable): { rows: number[][]; incomplete: number } {
  const problems: string[] = [];
  const numbers = rows.map((row, index) =>
    row.map((text, i) => {
      const value = text === null ? null : parseDecimal(text);
      if (text !== null && value === null)
        problems.push(`item ${index + 1}: ${quoted(columns[i]!)} is ${quoted(text)}, not a number`);
      return value;
    }),
  );
  if (problems.length > 0) throw new UserError("input", "values that are no numbers", { problems });
  const kept = numbers.flatMap((row, i) =>
    row.includes(null) ? [] : [{ row: row.map((value) => value!), cluster: clusters?.[i] ?? String(i) }],
  );
  const groups = grouped(kept, ({ cluster }) => cluster);
  const averaged = [...groups.values()].map((group) => columns.map((_, i) => mean(group.map(({ row }) => row[i]!))!));
  return { rows: averaged, incomplete: rows.length - kept.length };
}
