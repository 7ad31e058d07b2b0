import { findIds } from "../../base/ids.ts";
import { compareText } from "../../base/text-order.ts";
import { atLeast, charClass, columnPattern, escapeLiteral } from "./id-columns.ts";
import {
  bySize,
  gapsOf,
  listPattern,
  longestFirst,
  MOST_SHAPES,
  type SplitId,
  shapePattern,
  splitId,
} from "./id-shapes.ts";
import { numberedPatterns } from "./numbered-patterns.ts";
import { ORDINARY_TEXT } from "./ordinary-text.ts";

/** A pattern set must recognise at least this share of the ids that it was guessed from. */
const LEAST_MATCHED = 0.99;

/**
 * Regular expressions for ids that look alike, [] when none is safe. The first of these that recognises 99 % of the ids
 * (as `findIds` reads prose) and no ordinary words: one shape with a class for each part; a path of parts behind a common
 * start; several shapes; ids alike but for their digits, and the others one by one; the ids themselves.
 */
export function guessIdPatterns(ids: readonly string[]): string[] {
  const shapes = commonShapes(ids.map(splitId));
  const guesses = [
    () => (shapes.length === 1 ? [shapePattern(shapes[0] as SplitId[])] : []),
    () => pathPattern(shapes.flat()),
    () => (shapes.length <= MOST_SHAPES ? shapes.map(shapePattern) : []),
    () => numberedPatterns(ids),
    () => listPattern(ids),
  ];
  for (const guess of guesses) {
    const patterns = [...new Set(guess())].sort(compareText);
    if (patterns.length > 0 && isAcceptable(patterns, ids)) return patterns;
  }
  return [];
}

/** True when the patterns find the ids in prose, whole, and find nothing in ordinary text. */
function isAcceptable(patterns: readonly string[], ids: readonly string[]): boolean {
  const entries = patterns.map((pattern) => ({ pattern }));
  const found = ids.filter((id) => isFoundWhole(id, entries)).length;
  return found >= ids.length * LEAST_MATCHED && findIds(ORDINARY_TEXT, entries).length === 0;
}

function isFoundWhole(id: string, patterns: readonly { pattern: string }[]): boolean {
  const found = findIds(`see ${id}, and so on`, patterns);
  return found.length === 1 && found[0] === id;
}

/** Ids by their separators, commonest first, as many groups as it takes for 99 %. */
function commonShapes(ids: readonly SplitId[]): SplitId[][] {
  const sorted = bySize(ids, gapsOf);
  let covered = 0;
  return sorted.filter((group) => {
    const needed = covered < ids.length * LEAST_MATCHED;
    covered += group.length;
    return needed;
  });
}

/** More different starts than this are no common start. */
const MOST_STARTS = 12;

/**
 * Ids of varying length, as paths are: a common start (or one of a few), parts behind separators, and a common end such as
 * `.js`. [] when the starts differ or blanks separate.
 */
function pathPattern(ids: readonly SplitId[]): string[] {
  const start = startPattern(ids);
  if (start === null || ids.some(({ gaps }) => gaps.join("").includes(" "))) return [];
  const end = commonEnd(ids);
  const last = end === "" ? undefined : -1;
  const rest = ids.flatMap(({ words }) => words.slice(1, last)).filter((word) => word !== "");
  const gaps = ids.flatMap((id) => id.gaps.slice(1, last));
  if (rest.length === 0) return [];
  const word = `${charClass(rest.join(""))}+`;
  const longest = gaps.reduce((most, { length }) => Math.max(most, length), 1);
  const gap = `${charClass(gaps.join(""))}${longest > 1 ? `{1,${longest}}` : ""}`;
  const least = ids.reduce((fewest, id) => Math.min(fewest, id.gaps.slice(1, last).length), Number.POSITIVE_INFINITY);
  const more = gaps.length > 0 ? `(?:${gap}${word})${atLeast(least)}` : "";
  return [`${start}${word}${more}${escapeLiteral(end)}`];
}

function startPattern(ids: readonly SplitId[]): string | null {
  const starts = [...new Set(ids.map(({ words, gaps }) => (gaps[0] === undefined ? "" : `${words[0]}${gaps[0]}`)))];
  if (starts.includes("")) return null;
  const gaps = new Set(ids.map((id) => id.gaps[0] as string));
  const [gap] = gaps as Set<string>;
  if (gaps.size === 1) return columnPattern(ids.map(({ words }) => words[0] as string)) + escapeLiteral(gap as string);
  return starts.length > MOST_STARTS ? null : `(?:${[...new Set(starts.sort(longestFirst).map(anyNumber))].join("|")})`;
}

/** `intl402/` is one of its kind, and another number beside it the like: `intl745/`. */
function anyNumber(start: string): string {
  return escapeLiteral(start).replace(/\d+/g, (digits) => `\\d{${digits.length}}`);
}

function commonEnd(ids: readonly SplitId[]): string {
  const ends = new Set(ids.map(({ words, gaps }) => (gaps.length < 2 ? "" : `${gaps.at(-1)}${words.at(-1)}`)));
  return ends.size === 1 ? ([...ends][0] as string) : "";
}
