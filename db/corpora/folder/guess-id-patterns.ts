import { compareText } from "../../base/hash.ts";
import { findIds } from "../../base/ids.ts";
import { atLeast, charClass, columnPattern, escapeLiteral } from "./id-columns.ts";
import { ORDINARY_TEXT } from "./ordinary-text.ts";

/** A pattern set must recognise at least this share of the ids that it was guessed from. */
export const LEAST_MATCHED = 0.99;
/** Up to this many ids can be listed one by one where they have no shape. */
const MOST_LISTED = 500;
const MOST_SHAPES = 8;

/**
 * Regular expressions for ids that look alike, [] when none is safe. The first of these that recognises 99 % of the ids
 * (as `findIds` reads prose) and no ordinary words: one shape with a class for each part; a path of parts behind a common
 * start; several shapes; the ids themselves.
 */
export function guessIdPatterns(ids: readonly string[]): string[] {
  const shapes = commonShapes(ids.map(splitId));
  const guesses = [
    () => (shapes.length === 1 ? [shapePattern(shapes[0] as SplitId[])] : []),
    () => pathPattern(shapes.flat()),
    () => (shapes.length <= MOST_SHAPES ? shapes.map(shapePattern) : []),
    () => (ids.length <= MOST_LISTED ? [`(?:${[...ids].sort(longestFirst).map(escapeLiteral).join("|")})`] : []),
  ];
  for (const guess of guesses) {
    const patterns = [...new Set(guess())].sort(compareText);
    if (patterns.length > 0 && isAcceptable(patterns, ids)) return patterns;
  }
  return [];
}

/** True when the patterns find the ids in prose, whole, and find nothing in ordinary text. */
export function isAcceptable(patterns: readonly string[], ids: readonly string[]): boolean {
  const entries = patterns.map((pattern) => ({ pattern }));
  const found = ids.filter((id) => isFoundWhole(id, entries)).length;
  return found >= ids.length * LEAST_MATCHED && findIds(ORDINARY_TEXT, entries).length === 0;
}

function isFoundWhole(id: string, patterns: readonly { pattern: string }[]): boolean {
  const found = findIds(`see ${id}, and so on`, patterns);
  return found.length === 1 && found[0] === id;
}

/** An id as words and the separators between them: `words[0] gaps[0] words[1] ...`; a word may be empty at either end. */
export interface SplitId {
  words: string[];
  gaps: string[];
}

export function splitId(id: string): SplitId {
  const gaps = id.match(/[^\p{L}\p{N}_]+/gu) ?? [];
  return { words: id.split(/[^\p{L}\p{N}_]+/u), gaps: [...gaps] };
}

/** Ids by their separators, commonest first, as many groups as it takes for 99 %. */
function commonShapes(ids: readonly SplitId[]): SplitId[][] {
  const groups = new Map<string, SplitId[]>();
  for (const id of ids) {
    const key = id.gaps.join("\u0000");
    const group = groups.get(key);
    if (group) group.push(id);
    else groups.set(key, [id]);
  }
  const sorted = [...groups]
    .sort(([a, x], [b, y]) => y.length - x.length || compareText(a, b))
    .map(([, group]) => group);
  let covered = 0;
  return sorted.filter((group) => {
    const needed = covered < ids.length * LEAST_MATCHED;
    covered += group.length;
    return needed;
  });
}

/** Ids with the same separators: one part after the other. */
function shapePattern(ids: readonly SplitId[]): string {
  const [first] = ids as [SplitId];
  const parts = first.words.map((_, column) => columnPattern(ids.map(({ words }) => words[column] as string)));
  return parts.map((part, column) => part + escapeLiteral(first.gaps[column] ?? "")).join("");
}

/** Ids of varying length, as paths are: a common start, then parts behind separators. [] when the starts differ or blanks separate. */
function pathPattern(ids: readonly SplitId[]): string[] {
  const [first] = ids;
  const start = first?.gaps[0];
  if (start === undefined || ids.some(({ gaps }) => gaps[0] !== start || gaps.join("").includes(" "))) return [];
  const rest = ids.flatMap(({ words }) => words.slice(1)).filter((word) => word !== "");
  const word = `${charClass(rest.join(""))}+`;
  const gaps = ids.flatMap((id) => id.gaps.slice(1));
  const longest = Math.max(1, ...gaps.map((gap) => gap.length));
  const gap = `${charClass(gaps.join(""))}${longest > 1 ? `{1,${longest}}` : ""}`;
  const least = Math.min(...ids.map((id) => id.gaps.length)) - 1;
  return [
    `${columnPattern(ids.map(({ words }) => words[0] as string))}${escapeLiteral(start)}${word}(?:${gap}${word})${atLeast(least)}`,
  ];
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length || compareText(a, b);
}
