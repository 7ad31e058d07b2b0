import type { Duplex } from "node:stream";
import pg from "pg";

/** Which role a transaction has, and what the policies of its tables look at. */
export interface RoleScope {
  role: string;
  settings: Readonly<Record<string, string>>;
}

/**
 * Runs one statement as a role that sees nothing but a scope. Role and scope end with the transaction, so that whoever has the
 * connection next has neither.
 * @param check asked when the statement's turn has come: it is not made where this throws
 */
export async function queryAsRole<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  scope: RoleScope,
  query: pg.QueryConfig,
  check: () => void = () => undefined,
): Promise<Row[]> {
  const client = await pool.connect();
  try {
    check();
  } catch (refused) {
    client.release();
    throw refused;
  }
  let broken = false;
  try {
    return (await (client.pipeline ? together : oneByOne)(client, scope, query)).rows as Row[];
  } catch (error) {
    broken = await client.query("ROLLBACK").then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    client.release(broken);
  }
}

async function oneByOne(client: pg.PoolClient, scope: RoleScope, query: pg.QueryConfig): Promise<pg.QueryResult> {
  await client.query(beginAsRole(scope));
  const result = await client.query(query);
  await client.query("COMMIT");
  return result;
}

/** Sent at once, in one piece. Where taking the role fails, the transaction has begun and refuses the statement. */
async function together(client: pg.PoolClient, scope: RoleScope, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  const sent = [beginAsRole(scope), query, "COMMIT"].map((each) => client.query(each as pg.QueryConfig));
  stream.uncork();
  const failed = (await Promise.allSettled(sent)).find(({ status }) => status === "rejected");
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return sent[1]!;
}

export function beginAsRole({ role, settings }: RoleScope): string {
  const set = Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${pg.escapeLiteral(value)}`);
  return ["BEGIN", `SET LOCAL ROLE ${role}`, ...set].join("; ");
}
