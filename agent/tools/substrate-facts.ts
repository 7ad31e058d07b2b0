import { grouped } from "../../base/grouped.ts";
import { type Issue, readIssues } from "../../db/issues/issues.ts";
import type { GraphSchema, Row, Substrate } from "../../db/ports/ports.ts";
import { READ_ONLY_ROLES } from "../../db/postgres/roles.ts";
import type { ReadableColumn, ReadableRelations } from "../guards/sql/columns/model.ts";
import { isAllowedType } from "../guards/sql/types.ts";

export interface KnowledgeEntry {
  entryId: string;
  term: string;
  kind: string;
  expansion: string;
  definition: string;
}

/** What tools need to know of a substrate again and again. It does not change while the substrate is open. */
export interface SubstrateFacts {
  graphSchema(): Promise<GraphSchema>;
  /** What the agent's role may read, schemas in the order of its search path. */
  relations(): Promise<ReadableRelations>;
  /** Ids of items that a link joins to a test case or an item and that takes no part: of a kind without a role, or with ends that do not fit it. */
  linkedOtherwise(): Promise<ReadonlySet<string>>;
  /** By term, then id. */
  knowledge(): Promise<readonly KnowledgeEntry[]>;
  /** Reports of faults, by id. */
  issues(): Promise<ReadonlyMap<string, Issue>>;
}

export function factsOf(substrate: Substrate): SubstrateFacts {
  return {
    graphSchema: () => remembered(substrate, "graph-schema", () => substrate.graph.schema()),
    relations: () => remembered(substrate, "relations", () => readRelations(substrate)),
    linkedOtherwise: () => remembered(substrate, "linked-otherwise", () => readLinkedOtherwise(substrate)),
    knowledge: () => remembered(substrate, "knowledge", () => readKnowledge(substrate)),
    issues: () => remembered(substrate, "issues", () => readIssues(substrate)),
  };
}

/** By substrate, then by what was read; forgotten with the substrate. */
const MEMORY = new WeakMap<Substrate, Map<string, Promise<unknown>>>();

/** What `read` gives, read once for each substrate. A read that fails is not kept. Equal keys must mean equal types. */
export function remembered<T>(substrate: Substrate, key: string, read: () => Promise<T>): Promise<T> {
  const values = MEMORY.get(substrate) ?? new Map<string, Promise<unknown>>();
  MEMORY.set(substrate, values);
  let value = values.get(key) as Promise<T> | undefined;
  if (!value) {
    value = read();
    values.set(key, value);
    value.catch(() => values.delete(key));
  }
  return value;
}

type ColumnRow = Row & { schema: string; name: string; column: string; type: string; builtin: boolean };

async function readRelations({ sql }: Substrate): Promise<ReadableRelations> {
  const schemas = READ_ONLY_ROLES.agent_readonly;
  const { rows } = await sql.query<ColumnRow>(
    `SELECT n.nspname AS schema, c.relname AS name, a.attname AS column, t.typname AS type, t.typnamespace = 'pg_catalog'::regnamespace AS builtin
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_type t ON t.oid = a.atttypid
     WHERE n.nspname = ANY($1::text[]) AND c.relkind IN ('r', 'v', 'm', 'p') AND has_table_privilege('agent_readonly', c.oid, 'SELECT')
     ORDER BY 1, 2, a.attnum`,
    [schemas],
  );
  const columnsOf = (ofRelation: readonly ColumnRow[]): ReadableColumn[] =>
    ofRelation.map(({ column, type, builtin }) => ({ name: column, type: builtin ? columnType(type) : "other" }));
  return new Map(
    schemas.map((schema) => {
      const relations = grouped(
        rows.filter((row) => row.schema === schema),
        ({ name }) => name,
      );
      return [schema, new Map([...relations].map(([name, ofRelation]) => [name, columnsOf(ofRelation)]))];
    }),
  );
}

/** By the type's name in the catalog, where an array's starts with `_`. */
function columnType(name: string): ReadableColumn["type"] {
  if (name === "tsvector") return "tsvector";
  return isAllowedType(name.replace(/^_/, "")) && name !== "_tsvector" ? "plain" : "other";
}

async function readLinkedOtherwise({ sql }: Substrate): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<Row & Record<"from_id" | "from_type" | "to_id" | "to_type", string>>(
    `SELECT a.entity_id AS from_id, a.entity_type AS from_type, b.entity_id AS to_id, b.entity_type AS to_type
     FROM raw.current_link l JOIN core.entity a ON a.entity_id = l.from_id JOIN core.entity b ON b.entity_id = l.to_id
     WHERE a.entity_type = ANY($1::text[]) AND b.entity_type = ANY($1::text[]) AND (l.role IS NULL OR EXISTS (
       SELECT FROM core.reference_resolution r
       WHERE r.source_id = l.source_id AND r.normalised = l.target_id AND r.origin = 'link' AND r.problem = 'wrong role'))`,
    [[...ITEMS, "test_case"]],
  );
  const ends = rows.flatMap(({ from_id, from_type, to_id, to_type }) => [
    { id: from_id, type: from_type },
    { id: to_id, type: to_type },
  ]);
  return new Set(ends.flatMap(({ id, type }) => (ITEMS.includes(type) ? [id] : [])));
}

const ITEMS = ["backlog_item", "message", "protocol"];

async function readKnowledge({ sql }: Substrate): Promise<KnowledgeEntry[]> {
  const { rows } = await sql.query<
    Row & { entry_id: string; term: string; kind: string; expansion: string; definition: string }
  >('SELECT entry_id, term, kind, expansion, definition FROM kb.entry ORDER BY term COLLATE "C", entry_id COLLATE "C"');
  return rows.map(({ entry_id, ...entry }) => ({ entryId: entry_id, ...entry }));
}
