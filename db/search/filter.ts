import type { SearchFilter } from "../ports/ports.ts";

/** Conditions on the columns `entity_type` and `entity_id` of a table, with parameters numbered from `firstParameter`. */
export function filterConditions(
  filter: SearchFilter | undefined,
  { table, firstParameter }: { table: string; firstParameter: number },
): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const add = (value: unknown): string => `$${firstParameter + parameters.push(value) - 1}`;
  const conditions = [
    filter?.types === undefined
      ? `${table}.entity_type <> 'knowledge'`
      : `${table}.entity_type = ANY(${add(filter.types)}::text[])`,
  ];
  if (filter?.ids !== undefined) conditions.push(`${table}.entity_id = ANY(${add(filter.ids)}::text[])`);
  for (const [key, value] of Object.entries(filter?.attributes ?? {})) {
    if (value !== undefined) conditions.push(`(${hasAttribute(table, { key, value, add })})`);
  }
  return { sql: conditions.join(" AND "), parameters };
}

interface Canonical {
  type: string;
  relation: string;
  id: string;
  fields: readonly string[];
}

/** The canonical relations with the fields that are columns; what else an artifact's `meta` held is in `attributes`. */
const CANONICAL: readonly Canonical[] = [
  {
    type: "test_case",
    relation: "canon.test_case",
    id: "test_case_id",
    fields: ["quality_area", "execution_context", "automated_suite"],
  },
  { type: "backlog_item", relation: "canon.backlog_item", id: "backlog_item_id", fields: ["subtype", "status"] },
  { type: "message", relation: "proc.message", id: "message_id", fields: ["coverage_status"] },
  { type: "protocol", relation: "proc.protocol", id: "protocol_id", fields: ["interface"] },
];
const WITH_ATTRIBUTES: readonly Canonical[] = [
  ...CANONICAL.slice(0, 2),
  { type: "other", relation: "canon.other_artifact", id: "artifact_id", fields: [] },
];

interface Wanted {
  key: string;
  value: string;
  /** Adds a parameter, gives its place. */
  add: (value: unknown) => string;
}

/** A canonical field by its name; any other key is a member of `attributes` (a list holds the value) or an enriched attribute. */
function hasAttribute(table: string, { key, value, add }: Wanted): string {
  const owners = CANONICAL.filter(({ fields }) => fields.includes(key));
  const wanted = `${add(value)}::text`;
  if (owners.length > 0) return owners.map((owner) => among(table, owner, `${key} = ${wanted}`)).join(" OR ");
  const name = `${add(key)}::text`;
  const member = `(attributes ->> ${name} = ${wanted} OR attributes -> ${name} @> to_jsonb(${wanted}))`;
  return [
    ...WITH_ATTRIBUTES.map((owner) => among(table, owner, member)),
    `${table}.entity_id IN (SELECT entity_id FROM enrichment.attribute WHERE key = ${name} AND value = ${wanted})`,
  ].join(" OR ");
}

function among(table: string, { type, relation, id }: Canonical, condition: string): string {
  return `${table}.entity_type = '${type}' AND ${table}.entity_id IN (SELECT ${id} FROM ${relation} WHERE ${condition})`;
}
