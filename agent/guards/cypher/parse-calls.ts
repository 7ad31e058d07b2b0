import type { Expression } from "./ast.ts";
import { parsePatterns } from "./parse-patterns.ts";
import type { CypherParser } from "./parser.ts";

const QUANTIFIERS = ["any", "all", "none", "single"] as const;

/** `EXISTS { [MATCH] patterns [WHERE test] [RETURN ...] }`; what RETURN gives has no effect and is left out. */
export function parseSubquery(parser: CypherParser): Expression {
  const { reader } = parser;
  const kind = reader.advance().text.toUpperCase() as "EXISTS" | "COUNT";
  reader.expectSign("{");
  reader.acceptWord("MATCH");
  const patterns = parsePatterns(parser);
  const where = reader.acceptWord("WHERE") ? parser.expression() : null;
  if (reader.acceptWord("RETURN"))
    do parser.expression();
    while (reader.acceptSign(","));
  if (!reader.isSign("}"))
    throw reader.refusal("cypher_unsupported", `${kind} { } holds one MATCH with WHERE.`, "Put the rest before it.");
  reader.expectSign("}");
  return { type: "subquery", kind, patterns, where };
}

/** `name(...)`, also `count(*)`, `any(x IN list WHERE test)` and its like, and the older spellings of pattern tests. */
export function parseCall(parser: CypherParser): Expression {
  const { reader, facts } = parser;
  const { text, at } = reader.advance();
  const name = text.toLowerCase();
  const quantifier = QUANTIFIERS.find((kind) => kind === name);
  reader.expectSign("(");
  if (quantifier && reader.isName() && reader.isWord("IN", 1)) return parseQuantifier(parser, quantifier);
  if (name === "reduce" || name === "shortestpath" || name === "allshortestpaths")
    throw reader.refusal(
      "cypher_unsupported",
      `${text} is not supported.`,
      "Use a bounded path, UNWIND and aggregates.",
      at,
    );
  if (name === "count" && reader.isSign("*") && reader.isSign(")", 1)) {
    reader.advance();
    reader.advance();
    return { type: "count_star" };
  }
  const distinct = reader.acceptWord("DISTINCT");
  const args = parseArguments(parser);
  const pattern = patternCall(name, args);
  if (pattern) return pattern;
  facts.functions.push({ name: text, at });
  return { type: "call", name: text, distinct, args };
}

function parseArguments(parser: CypherParser): Expression[] {
  const { reader } = parser;
  const args: Expression[] = [];
  while (!reader.isSign(")")) {
    args.push(parser.expression());
    if (!reader.acceptSign(",")) break;
  }
  reader.expectSign(")");
  return args;
}

/** `exists(pattern)`, `exists(n.property)` and `size(pattern)`, which newer Cypher writes otherwise. */
function patternCall(name: string, args: readonly Expression[]): Expression | null {
  const [only] = args;
  if (args.length !== 1 || only === undefined) return null;
  if (name === "exists") return only.type === "subquery" ? only : { type: "null_test", operand: only, negated: true };
  if (name === "size" && only.type === "subquery" && only.kind === "EXISTS") return { ...only, kind: "COUNT" };
  return null;
}

function parseQuantifier(parser: CypherParser, kind: (typeof QUANTIFIERS)[number]): Expression {
  const { reader } = parser;
  const variable = reader.expectName("a variable");
  reader.expectWord("IN");
  const list = parser.expression();
  return parser.withLocal(variable, () => {
    reader.expectWord("WHERE");
    const where = parser.expression();
    reader.expectSign(")");
    return { type: "quantifier", kind, variable, list, where } as const;
  });
}
