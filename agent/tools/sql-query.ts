import { z } from "zod";
import { isNestedTooDeeply } from "../../base/json-object.ts";
import { QueryFailed, type Row } from "../../db/ports/ports.ts";
import { isRowTooLarge, readCapped } from "../../db/postgres/capped-query.ts";
import { guardSql } from "../guards/sql/guard.ts";
import { factsOf } from "./substrate-facts.ts";
import { defineTool } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

/** The family `sql`: one guarded SELECT. */
export const sqlQuery = defineTool({
  name: "sql_query",
  family: "sql",
  description: [
    "Runs one read-only PostgreSQL SELECT (WITH is allowed) over the schemas canon, enrichment, proc, rag, core and kb; schema_overview and describe_relation say what is in them.",
    "Best for counting, grouping, joining and set operations. ORDER BY makes the first rows the right ones.",
    "At most limit rows come back; long texts are cut, less so with detail.",
  ].join(" "),
  schema: (limits) =>
    z.strictObject({
      query: z.string().trim().min(1).max(20_000).describe("one SELECT statement"),
      limit: z
        .number()
        .int()
        .min(1)
        .max(Math.min(limits.sqlMaxLimit, limits.sqlRowCap))
        .default(Math.min(limits.sqlDefaultLimit, limits.sqlRowCap)),
      detail: z.boolean().default(false).describe("longer texts"),
    }),
  async run({ query, limit, detail }, { substrate, limits }) {
    // One row more than wanted tells whether there are more.
    const guarded = await guardSql(query, { relations: await factsOf(substrate).relations(), maxRows: limit + 1 });
    const options = { role: "agent_readonly", timeoutMs: limits.sqlTimeoutMs } as const;
    const result = await substrate.sql.query(guarded.sql, [], options).catch(explainSize);
    const { rows, fields, cut } = readCapped(result);
    if (rows.some(isNestedTooDeeply)) throw new QueryFailed("a value of the result is nested too deeply");
    const repeated = [...new Set(fields.filter((name, index) => fields.indexOf(name) !== index))];
    const chars = detail ? limits.sqlTextCharsDetail : limits.sqlTextChars;
    const facts =
      repeated.length > 0
        ? { columns_lost: repeated, note: "Columns of the same name: give each its own with AS." }
        : {};
    const size = cut ? { cut_by: "size", note: "The result was cut at 16 MB: name fewer or shorter columns." } : {};
    return {
      type: "rows",
      rows: rows.slice(0, limit).map((row) => cutTexts(row, chars)),
      truncated: cut || rows.length > limit,
      facts: { ...facts, ...size },
    };
  },
});

function explainSize(error: unknown): never {
  if (!isRowTooLarge(error)) throw error;
  throw new ToolFailure(
    "result_too_large",
    "One row of the result is larger than 16 MB.",
    "Aggregate less into one value, or cut texts with left().",
  );
}

function cutTexts(row: Row, chars: number): Row {
  const cut = (value: unknown): unknown =>
    typeof value === "string" && value.length > chars
      ? `${value.slice(0, chars).toWellFormed()}... [${value.length - chars} characters cut]`
      : value;
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, cut(toJsonValue(value))]));
}

/** What JSON has no value for, as PostgreSQL prints it: whole numbers past 2^53, NaN and infinities, bytes. */
function toJsonValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) return String(value);
  return value;
}
