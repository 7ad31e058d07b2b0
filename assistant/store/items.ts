import type { ScopedSql } from "./scoped-sql.ts";

/** A JSON object that a client keeps under a key, in a namespace such as `["notes", "xn"]`. */
export interface StoredItem {
  namespace: string[];
  key: string;
  value: Record<string, unknown>;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = "namespace, key, value, created_at, updated_at";
/** Of a person. */
export const MOST_ITEMS = 10_000;

/** Each person's own, also of those who may read all threads of their tenant. */
export class ClientItems {
  readonly #sql: ScopedSql;

  constructor(sql: ScopedSql) {
    this.#sql = sql;
  }

  /** False when there are as many as one may keep. */
  async put(namespace: readonly string[], key: string, value: unknown): Promise<boolean> {
    const sql = `INSERT INTO assistant.item (tenant, owner, namespace, key, value) SELECT $1, $2, $3, $4, $5
WHERE (SELECT assistant.items_of($2)) < ${MOST_ITEMS}
OR EXISTS (SELECT FROM assistant.item WHERE owner = $2 AND namespace = $3 AND key = $4)
ON CONFLICT (tenant, owner, namespace, key) DO UPDATE SET value = EXCLUDED.value, updated_at = now() RETURNING key`;
    const { tenant, name } = this.#sql.principal;
    return (await this.#sql.first(sql, [tenant, name, namespace, key, JSON.stringify(value)])) !== null;
  }

  get(namespace: readonly string[], key: string): Promise<StoredItem | null> {
    const sql = `SELECT ${COLUMNS} FROM assistant.item WHERE owner = $1 AND namespace = $2 AND key = $3`;
    return this.#sql.first(sql, [this.#sql.principal.name, namespace, key]);
  }

  async remove(namespace: readonly string[], key: string): Promise<void> {
    const sql = "DELETE FROM assistant.item WHERE owner = $1 AND namespace = $2 AND key = $3";
    await this.#sql.rows(sql, [this.#sql.principal.name, namespace, key]);
  }

  /** Those whose namespace begins so and whose value has these members, newest first. */
  search({ prefix, filter, limit, offset }: ItemSearch): Promise<StoredItem[]> {
    const sql = `SELECT ${COLUMNS} FROM assistant.item
WHERE owner = $1 AND namespace[:cardinality($2::text[])] = $2 AND value @> $3
ORDER BY updated_at DESC, namespace, key LIMIT $4 OFFSET $5`;
    return this.#sql.rows(sql, [this.#sql.principal.name, prefix, JSON.stringify(filter), limit, offset]);
  }

  async namespaces({ prefix, suffix, depth, limit, offset }: NamespaceSearch): Promise<string[][]> {
    const sql = `SELECT DISTINCT namespace[:coalesce($4, cardinality(namespace))] AS namespace FROM assistant.item
WHERE owner = $1 AND namespace[:cardinality($2::text[])] = $2
AND namespace[cardinality(namespace) - cardinality($3::text[]) + 1:] = $3 ORDER BY 1 LIMIT $5 OFFSET $6`;
    const values = [this.#sql.principal.name, prefix, suffix, depth, limit, offset];
    return (await this.#sql.rows<{ namespace: string[] }>(sql, values)).map(({ namespace }) => namespace);
  }
}

interface ItemSearch {
  prefix: readonly string[];
  filter: Record<string, unknown>;
  limit: number;
  offset: number;
}

interface NamespaceSearch {
  prefix: readonly string[];
  suffix: readonly string[];
  /** Longer ones are cut. */
  depth: number | null;
  limit: number;
  offset: number;
}
