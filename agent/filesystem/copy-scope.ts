import type { FileScope } from "./in-scope.ts";
import type { DatabaseState } from "./state.ts";
import { inTransaction } from "./transaction.ts";

/** Copies a thread's files with all their revisions, and its checkpoints in a schema, to a thread that has none: all or nothing. */
export async function copyScope(
  store: DatabaseState,
  { assistantId, threadId }: FileScope,
  { to, schema }: { to: string; schema: string },
): Promise<void> {
  await inTransaction(store.pool, async (client) => {
    await client.query(COPY_FILES, [assistantId, threadId, to]);
    for (const [table, columns] of Object.entries(CHECKPOINT_COLUMNS))
      await client.query(
        `INSERT INTO ${schema}.${table} (thread_id, ${columns}) SELECT $2, ${columns} FROM ${schema}.${table} WHERE thread_id = $1`,
        [threadId, to],
      );
  });
}

const CHECKPOINT_COLUMNS = {
  checkpoint_blobs: "checkpoint_ns, channel, version, type, blob",
  checkpoint_writes: "checkpoint_ns, checkpoint_id, task_id, idx, channel, type, blob",
  checkpoints: "checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata",
};

/** In one statement, at whose end the tables' references hold. */
const COPY_FILES = `
WITH old_file AS MATERIALIZED (
  SELECT file_id, nextval(pg_get_serial_sequence('agentfs.file', 'file_id')) AS new_id
  FROM agentfs.file WHERE assistant_id = $1 AND thread_id = $2
), old_revision AS MATERIALIZED (
  SELECT revision_id, f.new_id AS file, nextval(pg_get_serial_sequence('agentfs.revision', 'revision_id')) AS new_id
  FROM agentfs.revision JOIN old_file f USING (file_id)
), file AS (
  INSERT INTO agentfs.file (file_id, assistant_id, thread_id, path, mime_type, current_revision_id, revision_count, created_at, modified_at)
  OVERRIDING SYSTEM VALUE
  SELECT f.new_id, $1, $3, path, mime_type, r.new_id, revision_count, created_at, modified_at
  FROM agentfs.file JOIN old_file f USING (file_id) JOIN old_revision r ON r.revision_id = current_revision_id
), revision AS (
  INSERT INTO agentfs.revision (revision_id, file_id, number, content, content_sha256, size_bytes, created_at, assistant_id, thread_id)
  SELECT r.new_id, r.file, number, content, content_sha256, size_bytes, created_at, $1, $3
  FROM agentfs.revision JOIN old_revision r USING (revision_id)
)
INSERT INTO agentfs.blob (revision_id, mime_type, data, assistant_id, thread_id)
SELECT r.new_id, mime_type, data, $1, $3 FROM agentfs.blob JOIN old_revision r USING (revision_id)`;
