import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import type { SqlPort, Substrate } from "../../db/ports/ports.ts";

/** A test case and a backlog item whose link must not be there. */
export type HiddenPair = readonly [test: string, item: string];

/** Where a link can be read: `core.trace_link`, `graph`. */
export interface LinkLeak {
  where: string;
  test: string;
  item: string;
}

/**
 * Every place of a substrate that tells of one of these links: rows, of whatever table or view, that hold both ids in their text,
 * whoever may read them; and edges of the graph, whatever their type. What search and embeddings know is the text of
 * `rag.chunk`, so a link that no row holds is in none of them. [] when the links are hidden.
 */
export async function findLeaks({ sql, graph }: Substrate, pairs: readonly HiddenPair[]): Promise<LinkLeak[]> {
  const items = grouped(pairs, ([, item]) => item);
  const leaks: LinkLeak[] = [];
  for (const relation of await readableRelations(sql))
    for (const text of await rowsNaming(sql, relation, [...items.keys()]))
      for (const [test, item] of pairs)
        if (text.includes(item) && text.includes(test)) leaks.push({ where: relation, test, item });
  for (const [item, own] of items) {
    const neighbours = await graph.neighbourhood(item, { depth: 1, limit: Number.MAX_SAFE_INTEGER });
    const near = new Set(neighbours.map(({ id }) => id));
    for (const [test] of own) if (near.has(test)) leaks.push({ where: "graph", test, item });
  }
  return leaks;
}

/**
 * Tables and views of all schemas, and the tables of PostgreSQL's own catalogs. `pg_statistic` is left out: it holds samples of
 * single columns, in which any two ids may stand side by side.
 */
async function readableRelations(sql: SqlPort): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p', 'm', 'v', 'f') AND nspname !~ '^(pg_temp|pg_toast|information_schema)'
     AND (nspname <> 'pg_catalog' OR relkind = 'r' AND relname <> 'pg_statistic')`,
  );
  return rows.map(({ name }) => name).sort(compareText);
}

/** Rows, as text, that hold one of the ids. One pattern for all ids: a pass over each row, however many they are. */
async function rowsNaming(sql: SqlPort, relation: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ text: string }>(
    `SELECT text FROM (SELECT row_to_json(entry)::text AS text FROM ${relation} AS entry) AS rows WHERE text ~ $1`,
    [ids.map((id) => id.replace(/[^A-Za-z0-9]/g, "\\$&")).join("|")],
  );
  return rows.map(({ text }) => text);
}
