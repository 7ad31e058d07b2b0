import type { Expression, Pattern } from "./ast.ts";
import { parseCall, parseSubquery } from "./parse-calls.ts";
import { parseChain } from "./parse-patterns.ts";
import type { CypherParser } from "./parser.ts";

/** A literal, variable, call, list, map, CASE, subquery, pattern, or an expression in parentheses. */
export function parseAtom(parser: CypherParser): Expression {
  const { reader } = parser;
  const { type } = reader.current;
  if (type === "string") return { type: "literal", value: reader.advance().text };
  if (type === "number") return parseNumber(parser);
  if (reader.isSign("[")) return reader.nested(() => parseList(parser));
  if (reader.isSign("{")) return reader.nested(() => parseMap(parser));
  if (reader.isSign("(")) return patternTest(parser) ?? parseParentheses(parser);
  return parseWord(parser);
}

function parseNumber({ reader }: CypherParser): Expression {
  const value = Number(reader.current.text);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return { type: "literal", value, text: reader.advance().text };
  throw reader.refusal("cypher_unsupported", "The number is too large.", "Numbers go up to 9007199254740991.");
}

function parseWord(parser: CypherParser): Expression {
  const { reader } = parser;
  for (const [word, value] of [
    ["TRUE", true],
    ["FALSE", false],
    ["NULL", null],
  ] as const)
    if (reader.acceptWord(word)) return { type: "literal", value };
  if (reader.isWord("CASE")) return reader.nested(() => parseCase(parser));
  if ((reader.isWord("EXISTS") || reader.isWord("COUNT")) && reader.isSign("{", 1))
    return reader.nested(() => parseSubquery(parser));
  if (reader.current.type === "name" && reader.isSign("(", 1)) return reader.nested(() => parseCall(parser));
  const name = reader.expectName("an expression");
  if (reader.isSign("{")) return reader.nested(() => parseProjection(parser, name));
  return { type: "variable", name, local: parser.isLocal(name) };
}

function parseParentheses(parser: CypherParser): Expression {
  parser.reader.expectSign("(");
  const inner = parser.expression();
  parser.reader.expectSign(")");
  return inner;
}

/** `(a)-[:T]->(b)` as a test that such a pattern is there, or null where no pattern stands. */
function patternTest(parser: CypherParser): Expression | null {
  const pattern = chainHere(parser);
  return pattern && { type: "subquery", kind: "EXISTS", patterns: [pattern], where: null };
}

function chainHere(parser: CypherParser): Pattern | null {
  const { facts, reader } = parser;
  const { at } = reader.current;
  const seen = Object.values(facts).map((list: unknown[]) => ({ list, length: list.length }));
  const pattern = reader.attempt(() => {
    const chain = parseChain(parser);
    return chain.steps.length > 0 ? chain : null;
  });
  // What a failed attempt has seen does not count.
  if (pattern === null) for (const { list, length } of seen) list.length = length;
  else facts.joins.push({ count: pattern.steps.length, at });
  return pattern;
}

function parseList(parser: CypherParser): Expression {
  const { reader } = parser;
  reader.expectSign("[");
  if (reader.isName() && reader.isWord("IN", 1)) return parseComprehension(parser);
  const items: Expression[] = [];
  while (!reader.isSign("]")) {
    items.push(parser.expression());
    if (reader.isSign("|") || reader.isWord("WHERE"))
      throw reader.refusal(
        "cypher_unsupported",
        "Pattern comprehension is not supported.",
        "Use OPTIONAL MATCH and collect().",
      );
    if (!reader.acceptSign(",")) break;
  }
  reader.expectSign("]");
  return { type: "list", items };
}

/** `[x IN list WHERE test | value]`, after the bracket. */
function parseComprehension(parser: CypherParser): Expression {
  const { reader } = parser;
  const variable = reader.expectName("a variable");
  reader.expectWord("IN");
  const list = parser.expression();
  return parser.withLocal(variable, () => {
    const where = reader.acceptWord("WHERE") ? parser.expression() : null;
    const map = reader.acceptSign("|") ? parser.expression() : null;
    reader.expectSign("]");
    return { type: "comprehension", variable, list, where, map } as const;
  });
}

function parseMap(parser: CypherParser): Expression {
  const { reader } = parser;
  const entries: { key: string; value: Expression }[] = [];
  reader.expectSign("{");
  while (!reader.isSign("}")) {
    const key = reader.expectKey("a property");
    reader.expectSign(":");
    entries.push({ key, value: parser.expression() });
    if (!reader.acceptSign(",")) break;
  }
  reader.expectSign("}");
  return { type: "map", entries };
}

/** `n {.id, .*, extra: 1, other}`. */
function parseProjection(parser: CypherParser, subject: string): Expression {
  const { reader } = parser;
  const entries: { key: string | null; value: Expression | null }[] = [];
  reader.expectSign("{");
  while (!reader.isSign("}")) {
    if (reader.acceptSign("."))
      entries.push({ key: reader.acceptSign("*") ? null : reader.expectKey("a property"), value: null });
    else {
      const key = reader.expectKey("a property");
      const value = reader.acceptSign(":")
        ? parser.expression()
        : ({ type: "variable", name: key, local: parser.isLocal(key) } as const);
      entries.push({ key, value });
    }
    if (!reader.acceptSign(",")) break;
  }
  reader.expectSign("}");
  return { type: "projection", subject, entries };
}

function parseCase(parser: CypherParser): Expression {
  const { reader } = parser;
  reader.expectWord("CASE");
  const subject = reader.isWord("WHEN") ? null : parser.expression();
  const branches: { when: Expression; result: Expression }[] = [];
  while (reader.acceptWord("WHEN")) {
    const when = parser.expression();
    reader.expectWord("THEN");
    branches.push({ when, result: parser.expression() });
  }
  if (branches.length === 0) throw reader.unexpected("WHEN");
  const otherwise = reader.acceptWord("ELSE") ? parser.expression() : null;
  reader.expectWord("END");
  return { type: "case", subject, branches, otherwise };
}
