import { z } from "zod";
import type { Row } from "../../db/ports/ports.ts";
import { pageOf, pagingFields } from "./paging.ts";
import { type EntityType, entityTypeSchema, searchFilterFields } from "./search-input.ts";
import { defineTool } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

const text = (what: string) => z.string().trim().min(1).max(200).optional().describe(what);

/** Part of the family `identifier`: entities by their attributes. */
export const findEntities = defineTool({
  name: "find_entities",
  family: "identifier",
  description: [
    "Lists entities of one type by attribute values: all that fit, by id, in pages. Not a ranked search: values must match (letter case apart), name_contains is part of a name.",
    "Test cases have quality_area, execution_context, automated_suite; backlog items subtype, status; protocols interface; messages coverage_status.",
    "Test cases, backlog items and others may have attributes besides, such as last_outcome (PASS, FAIL, SKIP, ERROR) or flaky (true, false) of tests with a history.",
  ].join(" "),
  schema: (limits) =>
    z.strictObject({
      type: entityTypeSchema,
      name_contains: text("part of the name (of messages also of an alias)"),
      quality_area: text("test cases"),
      execution_context: text("test cases"),
      automated_suite: text("test cases"),
      subtype: text("backlog items"),
      status: text("backlog items"),
      interface: text("protocols"),
      coverage_status: text("messages: covered, partial, uncovered or unknown"),
      attributes: searchFilterFields.attributes,
      ...pagingFields(limits),
    }),
  row: z.looseObject({ id: z.string(), type: entityTypeSchema, name: z.string() }),
  async run({ type, limit, offset, attributes, ...filters }, { substrate, limits }) {
    const { sql, parameters } = buildQuery(type, filters, attributes);
    const { rows } = await substrate.sql.query<Row & { total: number }>(
      `${sql} LIMIT ${limit} OFFSET ${offset}`,
      parameters,
      { timeoutMs: limits.sqlTimeoutMs },
    );
    const total = rows[0]?.total ?? 0;
    const page = pageOf({ offset, count: rows.length, total });
    return { type: "rows", rows: rows.map(({ total: _total, ...row }) => ({ ...row, type })), total, ...page };
  },
});

interface Source {
  from: string;
  id: string;
  columns: string;
  filters: Readonly<Record<string, string>>;
}

const ALIAS_MATCH =
  "EXISTS (SELECT FROM proc.message_alias a WHERE a.message_id = e.message_id AND strpos(lower(a.alias), lower($1)) > 0)";

/** Filters as SQL conditions on `$1`. */
const SOURCES: Readonly<Record<EntityType, Source>> = {
  test_case: {
    from: "canon.test_case e",
    id: "test_case_id",
    columns: "name, quality_area, execution_context, automated_suite",
    filters: { ...equal("quality_area", "execution_context", "automated_suite"), ...contains() },
  },
  backlog_item: {
    from: "canon.backlog_item e",
    id: "backlog_item_id",
    columns: "name, subtype, status",
    filters: { ...equal("subtype", "status"), ...contains() },
  },
  protocol: {
    from: "proc.protocol e",
    id: "protocol_id",
    columns: "name, interface",
    filters: { ...equal("interface"), ...contains() },
  },
  message: {
    from: "proc.message e",
    id: "message_id",
    columns: "name, coverage_status",
    filters: { ...equal("coverage_status"), name_contains: `(${contains().name_contains} OR ${ALIAS_MATCH})` },
  },
  other: {
    from: "canon.other_artifact e",
    id: "artifact_id",
    columns: "name, artifact_type AS subtype",
    filters: contains(),
  },
};

const WITH_ATTRIBUTES: readonly EntityType[] = ["test_case", "backlog_item", "other"];

function equal(...columns: string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, `lower(e.${column}) = lower($1)`]));
}

function contains(): { name_contains: string } {
  return { name_contains: "strpos(lower(e.name), lower($1)) > 0" };
}

function buildQuery(
  type: EntityType,
  filters: Record<string, string | undefined>,
  attributes: readonly { name: string; value: string }[] = [],
): { sql: string; parameters: string[] } {
  const source = SOURCES[type];
  const given = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const unfit = given.map(([name]) => name).filter((name) => !(name in source.filters));
  if (attributes.length > 0 && !WITH_ATTRIBUTES.includes(type)) unfit.push("attributes");
  if (unfit.length > 0)
    throw new ToolFailure(
      "invalid_arguments",
      `A ${type} has no ${unfit.join(", ")}.`,
      `Filters of a ${type}: ${Object.keys(source.filters).join(", ")}.`,
    );
  const conditions = [
    ...given.map(([name], index) => source.filters[name]!.replaceAll("$1", `$${index + 1}`)),
    ...attributes.map((_, index) => {
      const [name, value] = [1, 2].map((part) => `$${given.length + 2 * index + part}::text`);
      return `(lower(e.attributes ->> ${name}) = lower(${value}) OR e.attributes -> ${name} @> to_jsonb(${value}))`;
    }),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  const sql = `SELECT e.${source.id} AS id, ${source.columns}, (count(*) OVER ())::int AS total FROM ${source.from} ${where} ORDER BY e.${source.id} COLLATE "C"`;
  return {
    sql,
    parameters: [...given.map(([, value]) => value), ...attributes.flatMap(({ name, value }) => [name, value])],
  };
}
