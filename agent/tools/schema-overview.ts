import { z } from "zod";
import { compareText } from "../../base/text-order.ts";
import type { Row, Substrate } from "../../db/ports/ports.ts";
import { factsOf, remembered } from "./substrate-facts.ts";
import { defineTool } from "./tool.ts";

/** The family `schema`: what can be queried. */
export const schemaOverview = defineTool({
  name: "schema_overview",
  family: "schema",
  description:
    "Lists the relations that SQL queries can read, with their columns and number of rows, and the labels and relationships that Cypher can query.",
  schema: () => z.strictObject({}),
  async run(_input, { substrate }) {
    const rows = await remembered(substrate, "schema-overview", () => readOverview(substrate));
    const graph = await factsOf(substrate).graphSchema();
    const facts = {
      graph_labels: graph.labels,
      graph_relationships: graph.relationships.map(({ type, from, to }) => `(${from})-[:${type}]->(${to})`),
    };
    return { type: "rows", rows, truncated: false, facts };
  },
});

async function readOverview(substrate: Substrate): Promise<Row[]> {
  const relations = await factsOf(substrate).relations();
  const names = [...relations].flatMap(([schema, set]) => [...set.keys()].map((name) => `${schema}.${name}`));
  const { rows } = await substrate.sql.query<Row & { relation: string }>(COLUMNS, [names]);
  const counts = await countRows(names, substrate);
  const sorted = [...rows].sort((a, b) => compareText(a.relation, b.relation));
  return sorted.map((row) => ({ ...row, rows: counts.get(row.relation) ?? null }));
}

const COLUMNS = `
SELECT n.nspname || '.' || c.relname AS relation, CASE c.relkind WHEN 'v' THEN 'view' ELSE 'table' END AS kind,
       string_agg(a.attname, ', ' ORDER BY a.attnum) AS columns
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname || '.' || c.relname = ANY($1::text[])
GROUP BY 1, 2`;

async function countRows(names: readonly string[], { sql }: Substrate): Promise<Map<string, number>> {
  const counts = names.map(
    (name) => `SELECT '${name.replaceAll("'", "''")}' AS relation, count(*)::int AS rows FROM ${quotedName(name)}`,
  );
  const { rows } = await sql.query<Row & { relation: string; rows: number }>(counts.join(" UNION ALL "));
  return new Map(rows.map((row) => [row.relation, row.rows]));
}

/** The names are the database's own; each part is quoted all the same. */
function quotedName(name: string): string {
  return name
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");
}
