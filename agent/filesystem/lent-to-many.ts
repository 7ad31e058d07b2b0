import type pg from "pg";
import { withMember } from "../../base/with-member.ts";

interface Lent {
  client: Promise<pg.PoolClient>;
  to: number;
  broken: boolean;
}

/**
 * A pool of one connection that is lent to many at once: for statements, and for transactions that are each sent whole (`as-role.ts`), so that
 * one follows the other there without waiting for answers, nor for who has the connections of another pool.
 */
export function lentToMany(pool: pg.Pool): pg.Pool {
  let lent: Lent | null = null;
  const giveBack = (from: Lent, broken: boolean): void => {
    from.broken ||= broken;
    from.to--;
    // Whoever comes after a fault gets another connection.
    if (lent === from && (from.broken || from.to === 0)) lent = null;
    if (from.to === 0) void from.client.then((client) => client.release(from.broken)).catch(() => undefined);
  };
  const connect = async (): Promise<pg.PoolClient> => {
    lent ??= { client: pool.connect(), to: 0, broken: false };
    const mine = lent;
    mine.to++;
    try {
      const client = await mine.client;
      return withMember(client, "release", (broken) => giveBack(mine, broken === true));
    } catch (error) {
      giveBack(mine, true);
      throw error;
    }
  };
  const query = async (text: string, values?: unknown[]): Promise<pg.QueryResult> => {
    const client = await connect();
    try {
      return await client.query(text, values);
    } finally {
      client.release();
    }
  };
  return withMember(withMember(pool, "connect", connect as never), "query", query as never);
}
