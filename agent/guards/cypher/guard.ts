import type { GraphPort, GraphSchema } from "../../../db/ports/ports.ts";
import { GuardRefusal } from "../refusal.ts";
import type { ProjectionClause, Query } from "./ast.ts";
import { checkFacts, checkKeywords } from "./check.ts";
import { parseQuery } from "./parse-query.ts";
import type { RenderedCypher } from "./render.ts";
import { renderForAge } from "./render-age.ts";
import { renderForNeo4j } from "./render-neo4j.ts";

/** Longest query, in characters. */
const MAX_CYPHER_CHARS = 10_000;

export interface CypherGuardOptions {
  /** The store that the query is rendered for. The verdict is the same for each. */
  dialect: GraphPort["dialect"];
  /** The labels and relationship types that a query may mention. */
  schema: GraphSchema;
  /** Most hops of a path of variable length. */
  maxDepth: number;
  /** Rows that count. Each part of the query may give one more, which tells that there are more. */
  maxRows: number;
}

export interface GuardedCypher extends RenderedCypher {
  /** What RETURN gives, in order: aliases, or expressions as written. */
  columns: string[];
}

/**
 * Lets one reading query of the profile (docs/method/cypher.md) pass and renders it for the store.
 * @throws GuardRefusal on anything else
 */
export function guardCypher(text: string, options: CypherGuardOptions): GuardedCypher {
  if (text.length > MAX_CYPHER_CHARS)
    throw new GuardRefusal(
      "cypher_too_long",
      `The query has ${text.length} characters; ${MAX_CYPHER_CHARS} are allowed.`,
      { hint: "Write a shorter query." },
    );
  checkKeywords(text);
  const { query, facts } = parseQuery(text);
  const groups = labelGroups(options.schema);
  checkFacts(text, facts, { schema: options.schema, groups, maxDepth: options.maxDepth });
  const columns = columnsOf(query);
  const limitOf = (clause: ProjectionClause): number =>
    Math.min(clause.limit ?? options.maxRows + 1, options.maxRows + 1);
  // For both stores each time: what can't be rendered for one is refused on the other too.
  const rendered = { age: renderForAge(query, { groups, limitOf }), neo4j: renderForNeo4j(query, { groups, limitOf }) };
  return { ...rendered[options.dialect], columns };
}

/** The study's base label `BacklogItem` stands for all subtypes, since a node has one label only. */
function labelGroups(schema: GraphSchema): ReadonlyMap<string, readonly string[]> {
  const items = schema.labels.filter((label) => !["TestCase", "Protocol", "Message"].includes(label));
  return items.length > 0 && !items.includes("BacklogItem") ? new Map([["BacklogItem", items]]) : new Map();
}

function columnsOf(query: Query): string[] {
  const [first = [], ...rest] = query.parts.map((part) =>
    (part.at(-1) as ProjectionClause).items.map((item) => item.name),
  );
  const repeated = first.find((name, index) => first.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new GuardRefusal("cypher_return", `Two columns are called ${repeated}.`, {
      hint: "Give each its own name with AS.",
    });
  if (rest.some((names) => names.join("\0") !== first.join("\0")))
    throw new GuardRefusal("cypher_return", "The parts of a UNION give different columns.", {
      hint: "Use the same names in the same order, with AS.",
    });
  return first;
}
