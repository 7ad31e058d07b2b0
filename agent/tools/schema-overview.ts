import { z } from "zod";
import type { Row } from "../../db/ports.ts";
import { factsOf } from "./substrate-facts.ts";
import { defineTool } from "./tool.ts";

/** The family `schema`: what can be queried. */
export const schemaOverview = defineTool({
  name: "schema_overview",
  family: "schema",
  description:
    "Lists the relations that sql_query can read, with their columns and number of rows, and the labels and relationships that cypher_query knows.",
  schema: () => z.strictObject({}),
  async run(_input, { substrate }) {
    const relations = await factsOf(substrate).relations();
    const names = [...relations].flatMap(([schema, set]) => [...set].map((name) => `${schema}.${name}`));
    const { rows } = await substrate.sql.query<Row & { relation: string; kind: string; columns: string }>(COLUMNS, [
      names,
    ]);
    const counts = await countRows(names, substrate);
    const graph = await factsOf(substrate).graphSchema();
    const facts = {
      graph_labels: graph.labels,
      graph_relationships: graph.relationships.map(({ type, from, to }) => `(${from})-[:${type}]->(${to})`),
    };
    return {
      type: "rows",
      rows: rows.map((row) => ({ ...row, rows: counts.get(row.relation) ?? null })),
      truncated: false,
      facts,
    };
  },
});

const COLUMNS = `
SELECT n.nspname || '.' || c.relname AS relation, CASE c.relkind WHEN 'v' THEN 'view' ELSE 'table' END AS kind,
       string_agg(a.attname, ', ' ORDER BY a.attnum) AS columns
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname || '.' || c.relname = ANY($1::text[])
GROUP BY 1, 2 ORDER BY 1`;

async function countRows(
  names: readonly string[],
  { sql }: { sql: { query(text: string): Promise<{ rows: Row[] }> } },
): Promise<Map<string, number>> {
  // The names are the database's own; each is quoted again all the same.
  const quoted = (name: string): string =>
    name
      .split(".")
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join(".");
  const union = names
    .map((name) => `SELECT '${name.replaceAll("'", "''")}' AS relation, count(*)::int AS rows FROM ${quoted(name)}`)
    .join(" UNION ALL ");
  const { rows } = await sql.query(union);
  return new Map(rows.map((row) => [row.relation as string, row.rows as number]));
}
