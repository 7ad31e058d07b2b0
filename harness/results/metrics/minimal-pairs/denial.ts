import { containsId } from "../../../../base/ids.ts";

/** Words by which English says that there is nothing. */
const NEGATION =
  /\b(?:no|not|none|nothing|neither|nor|never|without|cannot|unknown|unsupported|unrecorded|missing|absent|invalid|fails?|failed|unable)\b|n't\b/i;

/**
 * True when the answer says of each name that nothing supports it: a sentence, or a line of a list, holds the name and a
 * word of negation. By words and not by meaning, so a bound: irony and "not only" fool it.
 */
export function deniesAll(answer: string, names: readonly string[]): boolean {
  const statements = answer.split(/\n|(?<=[.!?;])\s+/);
  return names.every((name) =>
    statements.some((statement) => containsId(statement, name) && NEGATION.test(withoutName(statement, name))),
  );
}

/** An id may hold a word of negation itself. */
function withoutName(statement: string, name: string): string {
  return statement.split(name).join(" ");
}
