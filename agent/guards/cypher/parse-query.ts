import {
  type Clause,
  contains,
  type Expression,
  type ProjectionClause,
  type ProjectionItem,
  type Query,
} from "./ast.ts";
import { parseExpression } from "./parse-expressions.ts";
import { parsePatterns } from "./parse-patterns.ts";
import { CypherParser, type QueryFacts } from "./parser.ts";

/** Reads a whole query. @throws GuardRefusal */
export function parseQuery(text: string): { query: Query; facts: QueryFacts } {
  const parser = new CypherParser(text, parseExpression);
  const { reader } = parser;
  const query: Query = { parts: [parseClauses(parser)], unions: [] };
  while (reader.acceptWord("UNION")) {
    query.unions.push(reader.acceptWord("ALL") ? "UNION ALL" : "UNION");
    query.parts.push(parseClauses(parser));
  }
  while (reader.acceptSign(";"));
  if (reader.current.type !== "end") throw reader.unexpected("the end of the query");
  return { query, facts: parser.facts };
}

/** Clauses up to a RETURN. */
function parseClauses(parser: CypherParser): Clause[] {
  const { reader } = parser;
  const clauses: Clause[] = [];
  for (;;) {
    const clause = parseClause(parser, clauses.length === 0);
    clauses.push(clause);
    if (clause.type === "return") return clauses;
    if (reader.current.type === "end" || reader.isWord("UNION") || reader.isSign(";"))
      throw reader.refusal(
        "cypher_no_return",
        "The query has no RETURN.",
        "End it with RETURN and the columns you want.",
      );
  }
}

function parseClause(parser: CypherParser, first: boolean): Clause {
  const { reader } = parser;
  if (reader.isWord("OPTIONAL") || reader.isWord("MATCH")) return parseMatch(parser);
  if (reader.acceptWord("UNWIND")) return parseUnwind(parser);
  if (reader.acceptWord("WITH")) return parseProjection(parser, "with");
  if (reader.acceptWord("RETURN")) return parseProjection(parser, "return");
  if (!first) throw reader.unexpected("MATCH, OPTIONAL MATCH, UNWIND, WITH or RETURN");
  const found = reader.current.type === "end" ? "nothing" : `"${reader.current.text}"`;
  throw reader.refusal(
    "cypher_start",
    `A query starts with MATCH, OPTIONAL MATCH, WITH, UNWIND or RETURN, not with ${found}.`,
    "Only reading is possible.",
  );
}

function parseMatch(parser: CypherParser): Clause {
  const { reader } = parser;
  const { at } = reader.current;
  const optional = reader.acceptWord("OPTIONAL");
  reader.expectWord("MATCH");
  const clause: Clause = { type: "match", optional, patterns: parsePatterns(parser), where: parseWhere(parser) };
  // AGE would drop rows for which such a test fails, where OPTIONAL MATCH keeps them with nulls.
  if (optional && contains(clause.where, ["subquery", "comprehension", "quantifier"]))
    throw reader.refusal(
      "cypher_unsupported",
      "OPTIONAL MATCH can't have a pattern, EXISTS, COUNT { } or a list test in its WHERE.",
      "Put what it tests into the pattern, or test it after WITH.",
      at,
    );
  return clause;
}

function parseWhere(parser: CypherParser): Expression | null {
  return parser.reader.acceptWord("WHERE") ? parser.expression() : null;
}

function parseUnwind(parser: CypherParser): Clause {
  const list = parser.expression();
  parser.reader.expectWord("AS");
  return { type: "unwind", list, variable: parser.reader.expectName("a variable") };
}

function parseProjection(parser: CypherParser, type: "with" | "return"): ProjectionClause {
  const { reader } = parser;
  const distinct = reader.acceptWord("DISTINCT");
  const star = reader.acceptSign("*");
  if (star && type === "return")
    throw reader.refusal("cypher_return", "RETURN * is not supported.", "Name the columns: RETURN n.id, n.name.");
  const items = star && !reader.acceptSign(",") ? [] : parseItems(parser, type);
  return {
    type,
    distinct,
    star,
    items,
    orderBy: parseOrder(parser),
    skip: reader.acceptWord("SKIP") ? parseCount(parser) : null,
    limit: reader.acceptWord("LIMIT") ? parseCount(parser) : null,
    where: type === "with" ? parseWhere(parser) : null,
  };
}

function parseItems(parser: CypherParser, type: "with" | "return"): ProjectionItem[] {
  const items = [parseItem(parser, type)];
  while (parser.reader.acceptSign(",")) items.push(parseItem(parser, type));
  return items;
}

function parseItem(parser: CypherParser, type: "with" | "return"): ProjectionItem {
  const { reader } = parser;
  const start = reader.current.at;
  const value = parser.expression();
  const written = reader.query.slice(start, reader.peek(-1).end).replace(/\s+/g, " ");
  if (reader.acceptWord("AS")) return { value, name: reader.expectName("an alias"), aliased: true };
  if (type === "with" && value.type !== "variable")
    throw reader.refusal("cypher_syntax", `"${written}" in WITH needs a name.`, "Write ... AS name.", start);
  return { value, name: value.type === "variable" ? value.name : written, aliased: false };
}

function parseOrder(parser: CypherParser): ProjectionClause["orderBy"] {
  const { reader } = parser;
  if (!reader.acceptWord("ORDER")) return [];
  reader.expectWord("BY");
  const keys: ProjectionClause["orderBy"] = [];
  do {
    const key = parser.expression();
    const descending = reader.acceptWord("DESC") || reader.acceptWord("DESCENDING");
    if (!descending) reader.acceptWord("ASC") || reader.acceptWord("ASCENDING");
    keys.push({ key, descending });
  } while (reader.acceptSign(","));
  return keys;
}

function parseCount({ reader }: CypherParser): number {
  if (reader.current.type !== "number" || !/^\d{1,9}$/.test(reader.current.text))
    throw reader.unexpected("a whole number");
  return Number(reader.advance().text);
}
