import type { ScopedSql } from "./scoped-sql.ts";

/** A JSON value that a thread keeps: a decision on a scope, a rating, a preference, a share. */
export interface StoredDocument {
  thread_id: string;
  /** Such as `scope`, `rating`. */
  kind: string;
  /** One of its kind on the thread, such as the id of the answer that it is about. */
  key: string;
  value: unknown;
  /** Who wrote it last. */
  author: string;
  /** From 1; each writing is one. */
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** Of a thread: what people decide and say is small. */
export const MOST_DOCUMENTS = 1000;
const COLUMNS = "thread_id, kind, key, value, author, revision, created_at, updated_at";

export interface DocumentFilter {
  kind: string | null;
  limit: number;
  offset: number;
}

export class Documents {
  readonly #sql: ScopedSql;

  constructor(sql: ScopedSql) {
    this.#sql = sql;
  }

  /** By kind and key. */
  list(threadId: string, kind: string | null): Promise<StoredDocument[]> {
    const sql = `SELECT ${COLUMNS} FROM assistant.document WHERE thread_id = $1 AND ($2::text IS NULL OR kind = $2)
ORDER BY kind COLLATE "C", key COLLATE "C"`;
    return this.#sql.rows(sql, [threadId, kind]);
  }

  /** Of all threads that may be seen, newest first. */
  search({ kind, limit, offset }: DocumentFilter): Promise<StoredDocument[]> {
    const sql = `SELECT ${COLUMNS} FROM assistant.document WHERE $1::text IS NULL OR kind = $1
ORDER BY updated_at DESC, thread_id, kind COLLATE "C", key COLLATE "C" LIMIT $2 OFFSET $3`;
    return this.#sql.rows(sql, [kind, limit, offset]);
  }

  read(threadId: string, kind: string, key: string): Promise<StoredDocument | null> {
    const sql = `SELECT ${COLUMNS} FROM assistant.document WHERE thread_id = $1 AND kind = $2 AND key = $3`;
    return this.#sql.first(sql, [threadId, kind, key]);
  }

  /**
   * Writes a document, or writes it anew.
   * @param place.revision the one that is replaced, where another's writing is not to be lost: 0 for none
   * @returns null where it has another by now, and for a new one on a thread that has as many as it may
   */
  async write(
    threadId: string,
    { kind, key, revision }: { kind: string; key: string; revision?: number },
    value: unknown,
  ): Promise<StoredDocument | null> {
    const { tenant, name } = this.#sql.principal;
    const sql = `INSERT INTO assistant.document AS d (tenant, thread_id, kind, key, value, author)
SELECT $1, $2, $3, $4, $5, $6 FROM (SELECT EXISTS (SELECT FROM assistant.document WHERE thread_id = $2 AND kind = $3 AND key = $4) AS yes) known
WHERE ($7::int IS NULL OR $7 = 0 OR known.yes) AND (known.yes OR (SELECT assistant.documents_on($2)) < ${MOST_DOCUMENTS})
ON CONFLICT (tenant, thread_id, kind, key) DO UPDATE SET value = EXCLUDED.value, author = EXCLUDED.author,
  revision = d.revision + 1, updated_at = now() WHERE $7::int IS NULL OR d.revision = $7
RETURNING ${COLUMNS}`;
    return this.#sql.first(sql, [tenant, threadId, kind, key, JSON.stringify(value), name, revision ?? null]);
  }

  async remove(threadId: string, kind: string, key: string): Promise<boolean> {
    const sql = "DELETE FROM assistant.document WHERE thread_id = $1 AND kind = $2 AND key = $3 RETURNING key";
    return (await this.#sql.first(sql, [threadId, kind, key])) !== null;
  }
}
