import type { Expression } from "./ast.ts";
import { parseAtom } from "./parse-atoms.ts";
import { parseAlternatives } from "./parse-patterns.ts";
import type { CypherParser } from "./parser.ts";
import { sharedRegex } from "./regex.ts";
import { staticType } from "./static-type.ts";

type Reader = (parser: CypherParser) => Expression;

/** An expression, loosest operator first: OR, XOR, AND, NOT, comparison, string and list tests, +-, * / %, ^, sign. */
export function parseExpression(parser: CypherParser): Expression {
  return words(parser, ["OR"], (or) => words(or, ["XOR"], (xor) => words(xor, ["AND"], parseNot)));
}

function words(parser: CypherParser, operators: readonly string[], operand: Reader): Expression {
  let left = operand(parser);
  for (let operator = wordOf(parser, operators); operator !== undefined; operator = wordOf(parser, operators)) {
    parser.reader.advance();
    left = { type: "binary", operator, left, right: operand(parser) };
  }
  return left;
}

function wordOf({ reader }: CypherParser, operators: readonly string[]): string | undefined {
  return operators.find((operator) => reader.isWord(operator));
}

function signs(parser: CypherParser, operators: readonly string[], operand: Reader): Expression {
  let left = operand(parser);
  for (let operator = signOf(parser, operators); operator !== undefined; operator = signOf(parser, operators)) {
    parser.reader.advance();
    const right = operand(parser);
    refuseBoolean(parser, [left, right]);
    left = { type: "binary", operator, left, right };
  }
  return left;
}

/** AGE would leave it out of a text; Neo4j says no. */
function refuseBoolean({ reader }: CypherParser, operands: readonly Expression[]): void {
  if (operands.some((operand) => staticType(operand) === "boolean"))
    throw reader.refusal(
      "cypher_unsupported",
      "A truth value can't be calculated with.",
      "Use CASE WHEN ... THEN ... END.",
    );
}

function signOf({ reader }: CypherParser, operators: readonly string[]): string | undefined {
  return operators.find((operator) => reader.isSign(operator));
}

function parseNot(parser: CypherParser): Expression {
  if (!parser.reader.acceptWord("NOT")) return parseComparison(parser);
  return { type: "unary", operator: "NOT", operand: parser.reader.nested(() => parseNot(parser)) };
}

const COMPARISONS = ["=", "<>", "<=", ">=", "<", ">", "=~"];

/** `a < b < c` means `a < b AND b < c`. */
function parseComparison(parser: CypherParser): Expression {
  const { reader } = parser;
  let left = parseTests(parser);
  let chain: Expression | null = null;
  for (let operator = signOf(parser, COMPARISONS); operator !== undefined; operator = signOf(parser, COMPARISONS)) {
    reader.advance();
    const at = reader.current.at;
    const right = parseTests(parser);
    const comparison: Expression =
      operator === "=~" ? regexTest(parser, { left, right, at }) : { type: "binary", operator, left, right };
    chain = chain === null ? comparison : { type: "binary", operator: "AND", left: chain, right: comparison };
    left = right;
  }
  if (reader.isSign("!=")) throw reader.refusal("cypher_unsupported", '"!=" is no operator of Cypher.', 'Write "<>".');
  return chain ?? left;
}

/** The stores' regular expressions are not the same, so the pattern must be known here. */
function regexTest(
  { reader }: CypherParser,
  { left, right, at }: { left: Expression; right: Expression; at: number },
): Expression {
  const isText = right.type === "literal" && typeof right.value === "string";
  const regex = isText ? sharedRegex(right.value as string) : "a pattern that is not a text";
  if (typeof regex !== "string") return { type: "regex", subject: left, regex };
  throw reader.refusal(
    "cypher_unsupported",
    `=~ does not support ${regex}.`,
    "Use letters, . * + ? {1,3} [a-z] ( | ) \\d \\w \\s \\b and (?i), or CONTAINS, STARTS WITH, ENDS WITH.",
    at,
  );
}

/** STARTS WITH, ENDS WITH, CONTAINS, IN, IS NULL and label tests, after one another. */
function parseTests(parser: CypherParser): Expression {
  let subject = parseSum(parser);
  for (let next = parseTest(parser, subject); next !== null; next = parseTest(parser, subject)) subject = next;
  return subject;
}

function parseTest(parser: CypherParser, subject: Expression): Expression | null {
  const { reader } = parser;
  for (const operator of ["STARTS WITH", "ENDS WITH", "CONTAINS", "IN"]) {
    const [first = "", second] = operator.split(" ");
    if (!reader.isWord(first) || (second !== undefined && !reader.isWord(second, 1))) continue;
    reader.advance();
    if (second !== undefined) reader.advance();
    return { type: "binary", operator, left: subject, right: parseSum(parser) };
  }
  if (reader.acceptWord("IS")) {
    const negated = reader.acceptWord("NOT");
    reader.expectWord("NULL");
    return { type: "null_test", operand: subject, negated };
  }
  return null;
}

function parseSum(parser: CypherParser): Expression {
  return signs(parser, ["+", "-"], (term) =>
    signs(term, ["*", "/", "%"], (factor) => signs(factor, ["^"], parseSigned)),
  );
}

function parseSigned(parser: CypherParser): Expression {
  const { reader } = parser;
  if (reader.acceptSign("-"))
    return { type: "unary", operator: "-", operand: reader.nested(() => parseSigned(parser)) };
  if (reader.acceptSign("+")) return reader.nested(() => parseSigned(parser));
  return parsePostfix(parser);
}

/** Property access, index, slice and label test after an atom. */
function parsePostfix(parser: CypherParser): Expression {
  const { reader } = parser;
  let subject = parseAtom(parser);
  for (;;) {
    if (reader.acceptSign(".")) subject = { type: "property", subject, name: reader.expectKey("a property") };
    else if (reader.isSign("[")) subject = reader.nested(() => parseIndex(parser, subject));
    else if (reader.isSign(":") && subject.type === "variable") subject = parseLabelTest(parser, subject);
    else break;
    if (reader.isSign("(") && subject.type === "property") throw namespaced(parser);
  }
  return subject;
}

function namespaced({ reader }: CypherParser): Error {
  return reader.refusal(
    "cypher_procedure",
    "Procedures and functions in namespaces (apoc, db, gds and others) are not available.",
    "Use plain functions and patterns.",
  );
}

function parseIndex(parser: CypherParser, subject: Expression): Expression {
  const { reader } = parser;
  reader.expectSign("[");
  const from = reader.isSign("..") ? null : parser.expression();
  const isSlice = reader.acceptSign("..");
  const to = isSlice && !reader.isSign("]") ? parser.expression() : null;
  reader.expectSign("]");
  if (isSlice) return { type: "slice", subject, from, to };
  return { type: "index", subject, index: from! };
}

function parseLabelTest(parser: CypherParser, subject: Expression): Expression {
  const { reader, facts } = parser;
  const at = reader.current.at;
  reader.expectSign(":");
  const labels = parseAlternatives(parser, "a label");
  facts.labels.push(...labels.map((name) => ({ name, at })));
  return { type: "label_test", subject, labels };
}
