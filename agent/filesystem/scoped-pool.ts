import type pg from "pg";
import { withMember } from "../../base/with-member.ts";
import { beginAsRole, queryAsRole, type RoleScope } from "./as-role.ts";

/** A pool whose queries and transactions have a role and its scope: for a library that is given a pool, and sends what it likes. */
export function scopedPool(pool: pg.Pool, scope: RoleScope): pg.Pool {
  const query = async (query: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof query === "string" ? { text: query, values } : query;
    return { rows: await queryAsRole(pool, scope, config) };
  };
  const connect = async () => scopedClient(await pool.connect(), scope);
  return withMember(withMember(pool, "query", query as never), "connect", connect as never);
}

/** Of a transaction that the library begins. */
function scopedClient(client: pg.PoolClient, scope: RoleScope): pg.PoolClient {
  const query = (text: string, values?: unknown[]) =>
    client.query(text === "BEGIN" ? beginAsRole(scope) : text, values);
  return withMember(client, "query", query as never);
}
