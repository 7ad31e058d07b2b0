import { compareText } from "../../../base/hash.ts";
import { findIds } from "../../../base/ids.ts";
import { atLeast, charClass, columnPattern, escapeLiteral } from "./id-columns.ts";
import { ORDINARY_TEXT } from "./ordinary-text.ts";

/** A pattern set must recognise at least this share of the ids that it was guessed from. */
const LEAST_MATCHED = 0.99;
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
function isAcceptable(patterns: readonly string[], ids: readonly string[]): boolean {
  const entries = patterns.map((pattern) => ({ pattern }));
  const found = ids.filter((id) => isFoundWhole(id, entries)).length;
  return found >= ids.length * LEAST_MATCHED && findIds(ORDINARY_TEXT, entries).length === 0;
}

function isFoundWhole(id: string, patterns: readonly { pattern: string }[]): boolean {
  const found = findIds(`see ${id}, and so on`, patterns);
  return found.length === 1 && found[0] === id;
}

/** An id as words and the separators between them: `words[0] gaps[0] words[1] ...`; a word may be empty at either end. */
interface SplitId {
  words: string[];
  gaps: string[];
}

function splitId(id: string): SplitId {
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
  return starts.length > MOST_STARTS ? null : `(?:${starts.sort(longestFirst).map(escapeLiteral).join("|")})`;
}

function commonEnd(ids: readonly SplitId[]): string {
  const ends = new Set(ids.map(({ words, gaps }) => (gaps.length < 2 ? "" : `${gaps.at(-1)}${words.at(-1)}`)));
  return ends.size === 1 ? ([...ends][0] as string) : "";
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length || compareText(a, b);
}
