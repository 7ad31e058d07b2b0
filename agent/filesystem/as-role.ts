import pg from "pg";

/** Which role a transaction has, and what the policies of its tables look at. */
export interface RoleScope {
  role: string;
  settings: Readonly<Record<string, string>>;
}

/**
 * Runs one statement as a role that sees nothing but a scope. Role and scope end with the transaction, so that whoever has the
 * connection next has neither.
 */
export async function queryAsRole<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  scope: RoleScope,
  query: pg.QueryConfig,
): Promise<Row[]> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(beginAsRole(scope));
    const { rows } = await client.query<Row>(query);
    await client.query("COMMIT");
    return rows;
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

export function beginAsRole({ role, settings }: RoleScope): string {
  const set = Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${pg.escapeLiteral(value)}`);
  return ["BEGIN", `SET LOCAL ROLE ${role}`, ...set].join("; ");
}
