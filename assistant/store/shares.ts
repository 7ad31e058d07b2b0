import { randomBytes } from "node:crypto";
import type pg from "pg";
import { queryAsRole } from "../../agent/filesystem/as-role.ts";
import { sha256 } from "../../base/hash.ts";
import type { Principal } from "../protocol/principal.ts";
import { ASSISTANT_ROLE, type ScopedSql } from "./scoped-sql.ts";

/** A link by which a thread can be read; its token is told once and kept as a hash. */
export interface StoredShare {
  id: string;
  thread_id: string;
  author: string;
  created_at: Date;
  expires_at: Date;
}

const COLUMNS = "id, thread_id, author, created_at, expires_at";
/** Of a token: beyond guessing. */
const TOKEN_BYTES = 32;

export class Shares {
  readonly #sql: ScopedSql;

  constructor(sql: ScopedSql) {
    this.#sql = sql;
  }

  async create(threadId: string, days: number): Promise<StoredShare & { token: string }> {
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const { tenant, name } = this.#sql.principal;
    const sql = `INSERT INTO assistant.share (tenant, thread_id, token_hash, author, expires_at)
VALUES ($1, $2, $3, $4, now() + make_interval(days => $5)) RETURNING ${COLUMNS}`;
    const made = (await this.#sql.first<StoredShare>(sql, [tenant, threadId, sha256(token), name, days]))!;
    return { ...made, token };
  }

  /** Newest first; those that are over are removed. */
  async list(threadId: string): Promise<StoredShare[]> {
    await this.#sql.rows("DELETE FROM assistant.share WHERE thread_id = $1 AND expires_at <= now()", [threadId]);
    const sql = `SELECT ${COLUMNS} FROM assistant.share WHERE thread_id = $1 ORDER BY created_at DESC, id`;
    return this.#sql.rows(sql, [threadId]);
  }

  async remove(threadId: string, id: string): Promise<boolean> {
    const sql = "DELETE FROM assistant.share WHERE thread_id = $1 AND id = $2 RETURNING id";
    return (await this.#sql.first(sql, [threadId, id])) !== null;
  }
}

/** Who shows a token: nobody, who may read one thread. Null for one that is no link's, was revoked or is over. */
export async function readerByLink(pool: pg.Pool, token: string): Promise<Principal | null> {
  const scope = { role: ASSISTANT_ROLE, settings: { "assistant.share": sha256(token) } };
  const text = "SELECT tenant, id, thread_id FROM assistant.share";
  const [share] = await queryAsRole<{ tenant: string; id: string; thread_id: string }>(pool, scope, { text });
  return share ? { tenant: share.tenant, name: `link:${share.id}`, role: "link", thread: share.thread_id } : null;
}
