import pg from "pg";

/** Whose files: nothing is shared between two scopes. */
export interface FileScope {
  assistantId: string;
  threadId: string;
  /** What the thread is called in links to its files. Default: its id. */
  threadName?: string;
}

/**
 * Runs one statement as the role that sees nothing but a scope (`schema/002-scope.sql`). Role and scope end with the
 * transaction, so that whoever has the connection next has neither.
 */
export async function queryInScope<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { assistantId, threadId }: FileScope,
  query: pg.QueryConfig,
): Promise<Row[]> {
  const [assistant, thread] = [assistantId, threadId].map(pg.escapeLiteral);
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(
      `BEGIN; SET LOCAL ROLE scopebench_files; SET LOCAL agentfs.assistant_id = ${assistant}; SET LOCAL agentfs.thread_id = ${thread}`,
    );
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
