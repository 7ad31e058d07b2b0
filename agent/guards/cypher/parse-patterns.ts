import type { Expression, NodePattern, Pattern, RelationshipPattern } from "./ast.ts";
import type { CypherParser } from "./parser.ts";

/** `path = (a)-[r:T*1..2]->(b)`, several separated by commas. */
export function parsePatterns(parser: CypherParser): Pattern[] {
  const { at } = parser.reader.current;
  const patterns = [parsePattern(parser)];
  while (parser.reader.acceptSign(",")) patterns.push(parsePattern(parser));
  parser.facts.joins.push({ count: patterns.reduce((sum, { steps }) => sum + steps.length, 0), at });
  return patterns;
}

function parsePattern(parser: CypherParser): Pattern {
  const { reader } = parser;
  const named = reader.isName() && reader.isSign("=", 1);
  const variable = named ? reader.expectName("a path's name") : null;
  if (named) reader.expectSign("=");
  refusePathFunctions(parser);
  if (reader.isSign("(", 1)) refuseQuantified(parser);
  const chain = parseChain(parser);
  if (reader.isSign("(")) refuseQuantified(parser);
  return { ...chain, variable };
}

function refusePathFunctions({ reader }: CypherParser): void {
  if (["SHORTESTPATH", "ALLSHORTESTPATHS", "SHORTEST", "ANY", "ALL"].some((word) => reader.isWord(word)))
    throw reader.refusal(
      "cypher_unsupported",
      "shortestPath is not supported.",
      "Use a bounded path such as -[*1..3]- with ORDER BY length(p) LIMIT 1.",
    );
}

/** A pattern without a name: nodes joined by relationships. */
export function parseChain(parser: CypherParser): Pattern {
  const start = parseNode(parser);
  const steps: Pattern["steps"] = [];
  while (parser.reader.isSign("-") || (parser.reader.isSign("<") && parser.reader.isSign("-", 1)))
    steps.push({ relationship: parseRelationship(parser), node: parseNode(parser) });
  return { variable: null, start, steps };
}

function parseNode(parser: CypherParser): NodePattern {
  const { reader } = parser;
  reader.expectSign("(");
  const variable = reader.isName() ? reader.advance().text : null;
  const at = reader.current.at;
  const labels = reader.acceptSign(":") ? parseAlternatives(parser, "a label") : [];
  const properties = parseProperties(parser);
  refuseInlineWhere(parser);
  reader.expectSign(")");
  parser.facts.labels.push(...labels.map((name) => ({ name, at })));
  return { variable, labels, properties };
}

/** `A|B`, also written `A|:B`. */
export function parseAlternatives(parser: CypherParser, what: string): string[] {
  const { reader } = parser;
  if (reader.isSign("!") || reader.isSign("(") || reader.isSign("%"))
    throw reader.refusal("cypher_unsupported", "Label expressions are not supported.", "Alternatives are: (n:A|B).");
  const names = [reader.expectKey(what)];
  while (reader.acceptSign("|")) {
    reader.acceptSign(":");
    names.push(reader.expectKey(what));
  }
  if (reader.isSign(":") || reader.isSign("&"))
    throw reader.refusal(
      "cypher_unsupported",
      "A node has one label: several at once never match.",
      "For alternatives write (n:A|B).",
    );
  return names;
}

function parseRelationship(parser: CypherParser): RelationshipPattern {
  const { reader } = parser;
  const incoming = reader.acceptSign("<");
  reader.expectSign("-");
  const detail = reader.acceptSign("[")
    ? parseDetail(parser)
    : { variable: null, types: [], range: null, properties: null };
  reader.expectSign("-");
  const outgoing = reader.acceptSign(">");
  if (!reader.isSign("(")) refuseQuantified(parser);
  return { ...detail, direction: incoming === outgoing ? "both" : incoming ? "in" : "out" };
}

function parseDetail(parser: CypherParser): Omit<RelationshipPattern, "direction"> {
  const { reader } = parser;
  const variable = reader.isName() ? reader.advance().text : null;
  const at = reader.current.at;
  const types = reader.acceptSign(":") ? parseAlternatives(parser, "a relationship type") : [];
  const range = parseRange(parser);
  const properties = parseProperties(parser);
  refuseInlineWhere(parser);
  reader.expectSign("]");
  parser.facts.types.push(...types.map((name) => ({ name, at })));
  return { variable, types, range, properties };
}

function parseRange(parser: CypherParser): RelationshipPattern["range"] {
  const { reader } = parser;
  const at = reader.current.at;
  if (!reader.acceptSign("*")) return null;
  const low = parseWholeNumber(parser);
  const open = reader.acceptSign("..");
  const high = open ? parseWholeNumber(parser) : low;
  const range = { min: low ?? 1, max: high };
  parser.facts.ranges.push({ ...range, at });
  return range;
}

/** A whole number if one stands here. */
function parseWholeNumber({ reader }: CypherParser): number | null {
  if (reader.current.type !== "number" || !/^\d{1,6}$/.test(reader.current.text)) return null;
  return Number(reader.advance().text);
}

function parseProperties(parser: CypherParser): Expression | null {
  return parser.reader.isSign("{") ? parser.expression() : null;
}

function refuseInlineWhere({ reader }: CypherParser): void {
  if (reader.isWord("WHERE"))
    throw reader.refusal(
      "cypher_unsupported",
      "WHERE inside a pattern is not supported.",
      "Put WHERE after the pattern.",
    );
}

/**
 * Refuses quantified path patterns where one starts, at `((a)-[:T]->(b))+` or at what follows the arrow in `-[:T]->{1,3}`:
 * they hide paths of variable length. Returns where none stands.
 */
function refuseQuantified({ reader }: CypherParser): void {
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
