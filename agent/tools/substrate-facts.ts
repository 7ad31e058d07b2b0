import type { GraphSchema, Row, Substrate } from "../../db/ports.ts";
import { READ_ONLY_ROLES } from "../../db/postgres/roles.ts";
import type { ReadableRelations } from "../guards/sql/guard.ts";

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
  /** By term, then id. */
  knowledge(): Promise<readonly KnowledgeEntry[]>;
}

/** Read once for each substrate and forgotten with it. */
const FACTS = new WeakMap<Substrate, SubstrateFacts>();

export function factsOf(substrate: Substrate): SubstrateFacts {
  let facts = FACTS.get(substrate);
  if (!facts) {
    facts = {
      graphSchema: once(() => substrate.graph.schema()),
      relations: once(() => readRelations(substrate)),
      knowledge: once(() => readKnowledge(substrate)),
    };
    FACTS.set(substrate, facts);
  }
  return facts;
}

/** A failed read is not kept. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => {
    value ??= read().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}

async function readRelations({ sql }: Substrate): Promise<ReadableRelations> {
  const schemas = READ_ONLY_ROLES.agent_readonly;
  const { rows } = await sql.query<Row & { schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1::text[]) AND c.relkind IN ('r', 'v', 'm', 'p') AND has_table_privilege('agent_readonly', c.oid, 'SELECT')
     ORDER BY 1, 2`,
    [schemas],
  );
  return new Map(
    schemas.map((schema) => [schema, new Set(rows.filter((row) => row.schema === schema).map((row) => row.name))]),
  );
}

async function readKnowledge({ sql }: Substrate): Promise<KnowledgeEntry[]> {
  const { rows } = await sql.query<
    Row & { entry_id: string; term: string; kind: string; expansion: string; definition: string }
  >('SELECT entry_id, term, kind, expansion, definition FROM kb.entry ORDER BY term COLLATE "C", entry_id COLLATE "C"');
  return rows.map(({ entry_id, ...entry }) => ({ entryId: entry_id, ...entry }));
}
