import { z } from "zod";
import type { Row, Substrate } from "../../db/ports/ports.ts";
import { factsOf, remembered } from "./substrate-facts.ts";
import { defineTool } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

/** A column with at most this many distinct values has them listed. */
const MAX_VALUES = 30;

/** Part of the family `schema`: one relation in detail. */
export const describeRelation = defineTool({
  name: "describe_relation",
  family: "schema",
  description: `Describes one relation for any query: columns with types, keys, and the values of columns that have at most ${MAX_VALUES} different ones.`,
  schema: () =>
    z.strictObject({ relation: z.string().trim().min(1).max(130).describe("schema.name, or a name that is unique") }),
  async run({ relation }, { substrate }) {
    const { schema, name } = await resolve(relation, substrate);
    const rows = await remembered(substrate, `columns of ${schema}.${name}`, () =>
      readColumns({ schema, name }, substrate),
    );
    return { type: "rows", rows, truncated: false, facts: { relation: `${schema}.${name}` } };
  },
});

type ColumnRow = Row & { column: string; type: string; nullable: boolean; key: string | null };

async function resolve(relation: string, substrate: Substrate): Promise<{ schema: string; name: string }> {
  const relations = await factsOf(substrate).relations();
  const wanted = relation.toLowerCase();
  for (const [schema, names] of relations)
    for (const name of names.keys()) if (wanted === name || wanted === `${schema}.${name}`) return { schema, name };
  const all = [...relations].flatMap(([schema, names]) => [...names.keys()].map((name) => `${schema}.${name}`));
  throw new ToolFailure("not_found", `There is no relation ${relation}.`, `Relations: ${all.join(", ")}.`);
}

const COLUMNS = `
SELECT a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
       (SELECT string_agg(pg_get_constraintdef(k.oid), '; ' ORDER BY k.contype, k.conname) FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype IN ('p', 'f', 'u', 'c') AND a.attnum = ANY(k.conkey)) AS key
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname = $1 AND c.relname = $2 ORDER BY a.attnum`;

async function readColumns({ schema, name }: { schema: string; name: string }, substrate: Substrate): Promise<Row[]> {
  const { rows } = await substrate.sql.query<ColumnRow>(COLUMNS, [schema, name]);
  const texts = rows.filter((row) => row.type === "text").map((row) => row.column);
  const values = await distinctValues({ schema, name, columns: texts }, substrate);
  return rows.map((row) => ({ ...row, values: values.get(row.column) ?? null }));
}

/** Values of text columns that have few, in one query. */
async function distinctValues(
  { schema, name, columns }: { schema: string; name: string; columns: readonly string[] },
  { sql }: Substrate,
): Promise<Map<string, string[]>> {
  if (columns.length === 0) return new Map();
  const quoted = (part: string): string => `"${part.replaceAll('"', '""')}"`;
  const from = `${quoted(schema)}.${quoted(name)}`;
  const lists = columns.map((column) => {
    const values = `SELECT DISTINCT ${quoted(column)} AS v FROM ${from} WHERE ${quoted(column)} IS NOT NULL LIMIT ${MAX_VALUES + 1}`;
    return `(SELECT array_agg(v ORDER BY v COLLATE "C") FROM (${values}) d) AS ${quoted(column)}`;
  });
  const { rows } = await sql.query<Record<string, string[] | null>>(`SELECT ${lists.join(", ")}`);
  const entries = Object.entries(rows[0] ?? {}).filter((entry): entry is [string, string[]] => entry[1] !== null);
  return new Map(entries.filter(([, list]) => list.length <= MAX_VALUES && list.every((value) => value.length <= 100)));
}
