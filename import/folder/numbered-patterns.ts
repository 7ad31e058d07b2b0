import { findIds } from "../../base/ids.ts";
import { columnPattern, escapeLiteral } from "./id-columns.ts";
import { bySize, gapsOf, listPattern, MOST_SHAPES, shapePattern, splitId } from "./id-shapes.ts";
import { ORDINARY_TEXT } from "./ordinary-text.ts";

/**
 * Ids of one column may be of several kinds (`REQ-7`, `BUG7`, hashes): a pattern for those that are alike but for their
 * digits, one for each shape of the rest that finds nothing in ordinary text, and what is left as it is.
 */
export function numberedPatterns(ids: readonly string[]): string[] {
  const least = Math.max(LEAST_ALIKE, ids.length * LEAST_SHARE);
  const groups = bySize(ids, (id) => id.replace(/\p{Nd}+/gu, "0")).filter(({ length }) => length >= least);
  const rest = without(ids, groups.flat());
  const shapes = bySize(rest, (id) => gapsOf(splitId(id))).filter(({ length }) => length >= least);
  const candidates = [
    ...groups.map((group) => ({ group, pattern: numberedPattern(group) })),
    ...shapes.map((group) => ({ group, pattern: shapePattern(group.map(splitId)) })),
  ];
  const safe = candidates
    .filter(({ pattern }) => findIds(ORDINARY_TEXT, [{ pattern }]).length === 0)
    .slice(0, MOST_SHAPES);
  const left = without(
    ids,
    safe.flatMap(({ group }) => group),
  );
  return [...safe.map(({ pattern }) => pattern), ...listPattern(left)];
}

/** Fewer ids that are alike are no shape: of many hashes, some are alike by chance. */
const LEAST_ALIKE = 4;
const LEAST_SHARE = 0.02;

/** A pattern for ids that are alike but for their digits: as many as there are in all of them, or at least the fewest. */
function numberedPattern(ids: readonly string[]): string {
  const numbers = ids.map((id) => id.match(/\p{Nd}+/gu) ?? []);
  const words = ids[0]!.split(/\p{Nd}+/u);
  return words
    .map((word, column) => {
      const digits = column < words.length - 1 ? columnPattern(numbers.map((row) => row[column]!)) : "";
      return escapeLiteral(word) + digits;
    })
    .join("");
}

function without(ids: readonly string[], some: readonly string[]): string[] {
  const left = new Set(some);
  return ids.filter((id) => !left.has(id));
}
