import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { queryInScope } from "../../../agent/filesystem/in-scope.ts";
import { openCluster } from "../../../db/postgres/embedded-cluster.ts";
import { pgliteModule } from "../../../db/postgres/pglite-module.ts";
import { useStateStore } from "./store.ts";

const state = useStateStore();
const MINE = { assistantId: "scope's", threadId: "mine" };
const OTHERS = [
  { assistantId: "scope's", threadId: "other" },
  { assistantId: "another", threadId: "mine" },
];
const TABLES = ["file", "revision", "blob"];

describe("the database keeps scopes apart, whatever a statement asks for", () => {
  beforeAll(async () => {
    const files = new AgentFiles(state.store().files, MINE);
    await files.write("/a.txt", "secret");
    await files.write("/b.bin", new Uint8Array([1]));
  });

  it("a raw query from another scope sees no row of any table; from its own it sees all", async () => {
    for (const table of TABLES) {
      const text = `SELECT count(*)::int AS n FROM agentfs.${table}`;
      const own = await queryInScope<{ n: number }>(state.store().pool, MINE, { text });
      expect(own[0]?.n, table).toBe(table === "blob" ? 1 : 2);
      for (const other of OTHERS)
        expect(await queryInScope(state.store().pool, other, { text }), table).toEqual([{ n: 0 }]);
    }
  });

  it.each([
    [
      "a file in another scope",
      "INSERT INTO agentfs.file (assistant_id, thread_id, path, mime_type, current_revision_id) VALUES ('scope''s', 'mine', '/c.txt', 'x', 1)",
      /row-level security/,
    ],
    [
      "a revision in another scope",
      "INSERT INTO agentfs.revision (file_id, number, content, content_sha256, size_bytes, assistant_id, thread_id) VALUES (1, 9, '', repeat('0', 64), 0, 'scope''s', 'mine')",
      /row-level security/,
    ],
    [
      "a revision of its own scope to another scope's file",
      "INSERT INTO agentfs.revision (file_id, number, content, content_sha256, size_bytes) SELECT generate_series(1, 3), 9, '', repeat('0', 64), 0",
      /revision_scope/,
    ],
    ["to leave its scope by name", "SELECT * FROM agentfs.migration", /permission denied/],
    ["to remove", "DELETE FROM agentfs.file", /permission denied/],
  ])("refuses %s", async (_what, text, message) => {
    await expect(queryInScope(state.store().pool, OTHERS[0]!, { text })).rejects.toThrow(message);
  });

  it("changes nothing in another scope: an update finds no row", async () => {
    const text = "UPDATE agentfs.file SET mime_type = 'forged', revision_count = revision_count + 1 RETURNING path";
    expect(await queryInScope(state.store().pool, OTHERS[0]!, { text })).toEqual([]);
  });

  it("sees nothing and writes nothing without a scope", async () => {
    const client = await state.store().pool.connect();
    try {
      await client.query("BEGIN; SET LOCAL ROLE scopebench_files");
      expect((await client.query("SELECT * FROM agentfs.file")).rows).toEqual([]);
      const insert =
        "INSERT INTO agentfs.revision (file_id, number, content, content_sha256, size_bytes) VALUES (1, 9, '', repeat('0', 64), 0)";
      await expect(client.query(insert)).rejects.toThrow();
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });

  it("ends role and scope with the statement, also with one that fails", async () => {
    await expect(queryInScope(state.store().pool, MINE, { text: "SELECT 1 / 0" })).rejects.toThrow("division by zero");
    const { rows } = await state
      .store()
      .pool.query(
        "SELECT current_user <> 'scopebench_files' AS own, coalesce(current_setting('agentfs.thread_id', true), '') AS thread",
      );
    expect(rows).toEqual([{ own: true, thread: "" }]);
  });
});

describe("a state of the version before", () => {
  it("is taken over with every revision and blob in its scope", async () => {
    const lite = await openCluster({ dataDir: "memory://", pgliteWasmModule: await pgliteModule() });
    const folder = new URL("../../../agent/filesystem/schema/", import.meta.url);
    await lite.exec("CREATE SCHEMA agentfs");
    await lite.exec(await readFile(new URL("001-agentfs.sql", folder), "utf8"));
    await lite.exec(`WITH f AS (INSERT INTO agentfs.file (assistant_id, thread_id, path, mime_type, current_revision_id) VALUES ('a', 't', '/x', 'text/plain', 1) RETURNING file_id)
      INSERT INTO agentfs.revision (revision_id, file_id, number, content, content_sha256, size_bytes) SELECT 1, file_id, 1, 'old', repeat('0', 64), 3 FROM f;
      INSERT INTO agentfs.blob (revision_id, mime_type, data) VALUES (1, 'x', '')`);
    await lite.exec(await readFile(new URL("002-scope.sql", folder), "utf8"));
    for (const table of ["revision", "blob"])
      expect((await lite.query(`SELECT assistant_id, thread_id FROM agentfs.${table}`)).rows).toEqual([
        { assistant_id: "a", thread_id: "t" },
      ]);
    await expect(lite.exec("UPDATE agentfs.revision SET content = ''")).rejects.toThrow("append-only");
    await lite.close();
  });
});
