import type pg from "pg";

/** Does all of it or nothing; `begin` may set what holds in the transaction alone. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  begin = "BEGIN",
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const done = await work(client);
    await client.query("COMMIT");
    return done;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined); // The first fault is the one to tell.
    throw error;
  } finally {
    client.release();
  }
}
