import type { CypherParser } from "./parser.ts";

/**
 * Refuses quantified path patterns where one starts, at `((a)-[:T]->(b))+` or at what follows the arrow in `-[:T]->{1,3}`:
 * they hide paths of variable length. Returns where none stands.
 */
export function refuseQuantified({ reader }: CypherParser): void {
  const ahead = reader.isSign("(") ? afterParentheses(reader) : 0;
  const counted = reader.isSign("{", ahead);
  const open = reader.isSign("+", ahead) || reader.isSign("*", ahead) || (counted && isOpen(reader, ahead));
  if (open)
    throw reader.refusal("cypher_unbounded_path", "A path of any length is not allowed.", "Write -[:TYPE*1..3]->.");
  if (counted || reader.isSign("("))
    throw reader.refusal("cypher_unsupported", "Quantified path patterns are not supported.", "Write -[:TYPE*1..3]->.");
}

/** How far ahead the token after the parenthesis that opens here stands. */
function afterParentheses(reader: CypherParser["reader"]): number {
  let ahead = 0;
  for (let depth = 0; ; ahead++) {
    if (reader.isSign("(", ahead)) depth++;
    if (reader.isSign(")", ahead)) depth--;
    if (depth === 0 || reader.peek(ahead).type === "end") return ahead + 1;
  }
}

/** `{2,}`. */
function isOpen(reader: CypherParser["reader"], ahead: number): boolean {
  return reader.isSign(",", ahead + 2) && reader.isSign("}", ahead + 3);
}
