import type { GraphSchema } from "../../../db/ports/ports.ts";
import { GuardRefusal, placeOf } from "../refusal.ts";
import { tokenize } from "./lexer.ts";
import type { QueryFacts } from "./parser.ts";

/** Words that write, call or administer. Refused wherever they are not a property, a label, or in quotes. */
export const FORBIDDEN_KEYWORDS =
  "CREATE MERGE SET DELETE DETACH REMOVE CALL DROP LOAD FOREACH DBMS TRANSACTION INDEX CONSTRAINT GRANT REVOKE".split(
    " ",
  );

/** Neo4j plans all orders of a MATCH's relationships, and nothing interrupts it: 12 took 1.4 s, 20 the whole limit, 99 froze the server for a minute. */
const MAX_JOINS = 10;

const FORBIDDEN_NAMESPACES = ["apoc", "db", "gds"];

const FUNCTIONS = new Set(
  (
    "count sum avg min max collect stdev stdevp percentilecont percentiledisc " +
    "coalesce head last tail size length type labels properties keys nodes relationships isempty " +
    "tolower toupper trim ltrim rtrim replace split substring left right reverse tostring " +
    "abs ceil floor round sign sqrt tointeger tofloat toboolean"
  ).split(" "),
);

/** Refuses a query for its words alone, before it is parsed: the reason is clearer than a syntax error. */
export function checkKeywords(text: string): void {
  const tokens = tokenize(text);
  for (const [index, { type, text: word, at }] of tokens.entries()) {
    const [before, after] = [tokens[index - 1]?.text, tokens[index + 1]?.text];
    // A property (n.index), a label or key (:Index, {set: 1}) is a name like any other.
    if (type !== "name" || before === "." || before === ":" || (after === ":" && (before === "{" || before === ",")))
      continue;
    if (FORBIDDEN_KEYWORDS.includes(word.toUpperCase())) throw forbiddenKeyword(text, word, at);
    if (FORBIDDEN_NAMESPACES.includes(word.toLowerCase()) && after === "." && isCalled(tokens, index))
      throw procedure(text, word, at);
  }
}

function isCalled(tokens: readonly { text: string; type: string }[], start: number): boolean {
  let index = start + 1;
  while (tokens[index]?.text === "." && tokens[index + 1]?.type === "name") index += 2;
  return tokens[index]?.text === "(";
}

function forbiddenKeyword(text: string, word: string, at: number): GuardRefusal {
  return new GuardRefusal("cypher_keyword", `${word.toUpperCase()} is forbidden (${placeOf(text, at)}).`, {
    hint: "Only reading is possible: MATCH, OPTIONAL MATCH, WITH, UNWIND, WHERE, RETURN.",
    position: at,
  });
}

function procedure(text: string, word: string, at: number): GuardRefusal {
  return new GuardRefusal("cypher_procedure", `Procedures of ${word} are not available (${placeOf(text, at)}).`, {
    hint: "Use plain functions and patterns.",
    position: at,
  });
}

/** Refuses what a parsed query may not mention: foreign labels, relationship types and functions, and paths without a bound. */
export function checkFacts(
  text: string,
  facts: QueryFacts,
  options: { schema: GraphSchema; groups: ReadonlyMap<string, unknown>; maxDepth: number },
): void {
  const { schema, groups, maxDepth } = options;
  const types = [...new Set(schema.relationships.map((relationship) => relationship.type))];
  const refuse = (code: GuardRefusal["code"], at: number, message: string, hint: string): never => {
    throw new GuardRefusal(code, `${message} (${placeOf(text, at)})`, { hint, position: at });
  };
  for (const { name, at } of facts.labels)
    if (!schema.labels.includes(name) && !groups.has(name))
      refuse(
        "cypher_label",
        at,
        `There is no label ${name}.`,
        `Labels: ${[...groups.keys(), ...schema.labels].join(", ")}.`,
      );
  for (const { name, at } of facts.types)
    if (!types.includes(name))
      refuse("cypher_relationship", at, `There is no relationship type ${name}.`, `Types: ${types.join(", ")}.`);
  for (const { max, at } of facts.ranges) {
    if (max === null)
      refuse(
        "cypher_unbounded_path",
        at,
        "A path of any length is not allowed.",
        `Give an upper bound of at most ${maxDepth}: *1..${maxDepth}.`,
      );
    else if (max > maxDepth)
      refuse("cypher_long_path", at, `A path has at most ${maxDepth} hops, not ${max}.`, `Write *1..${maxDepth}.`);
  }
  for (const { count, at } of facts.joins)
    if (count > MAX_JOINS)
      refuse(
        "cypher_long_path",
        at,
        `A MATCH has at most ${MAX_JOINS} relationships, not ${count}.`,
        "Ask for a part of it, and go on from its ids in another query.",
      );
  for (const { name, at } of facts.functions)
    if (!FUNCTIONS.has(name.toLowerCase()))
      refuse(
        "cypher_unsupported",
        at,
        `Function ${name} is not available.`,
        `Functions: ${[...FUNCTIONS].join(", ")}.`,
      );
}
