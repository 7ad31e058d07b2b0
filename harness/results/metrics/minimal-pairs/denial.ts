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
  return names.every((name) =>
    statements.some((statement) => holds(statement, name) && NEGATION.test(withoutName(statement, name))),
  );
}

const NOUN = /^[a-z]+(?: [a-z]+)*$/;

function holds(statement: string, name: string): boolean {
  if (!NOUN.test(name)) return containsId(statement, name);
  return new RegExp(`\\b${name.split(" ").at(-1)}s?\\b`, "i").test(statement);
}

/** An id may hold a word of negation itself. */
function withoutName(statement: string, name: string): string {
  return statement.split(name).join(" ");
}
