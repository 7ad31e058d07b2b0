import { containsId } from "../../../../base/ids.ts";

/** Words by which English says that there is nothing. */
const NEGATION =
  /\b(?:no|not|none|nothing|neither|nor|never|without|cannot|unknown|unsupported|unrecorded|missing|absent|invalid|fails?|failed|unable)\b|n't\b/i;

/**
 * True when the answer says of each name that nothing supports it: a sentence, or a line of a list, holds the name and a
 * word of negation. An id stands there as it is, a noun in any case and number, or by its last word alone ("no items").
 * By words and not by meaning, so a bound: irony and "not only" fool it.
 */
export function deniesAll(answer: string, names: readonly string[]): boolean {
  const statements = answer.split(/\n|(?<=[.!?;])\s+/);
  return names.every((name) => statements.some((statement) => NEGATION.test(besides(statement, name) ?? "")));
}

const NOUN = /^[a-z]+(?: [a-z]+)*$/;

/** What the statement says besides the name, which may hold a word of negation itself; null where it does not hold the name. */
function besides(statement: string, name: string): string | null {
  if (!NOUN.test(name)) return containsId(statement, name) ? statement.split(name).join(" ") : null;
  const [, first = "", last = ""] = /^(.* )?(.*)$/.exec(name) ?? [];
  const number = last.endsWith("y") ? `${last.slice(0, -1)}(?:y|ys|ies)` : `${last}(?:e?s)?`;
  const rest = statement.replace(new RegExp(`\\b(?:${first})?${number}\\b`, "gi"), " ");
  return rest === statement ? null : rest;
}
