import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { openStateStore } from "../../../agent/filesystem/state-store.ts";
import { UserError } from "../../../base/user-error.ts";
import { useStateStore } from "./store.ts";

const state = useStateStore();

describe("the database itself keeps revisions", () => {
  const statements = [
    ["an overwritten revision", "UPDATE agentfs.revision SET content = 'other'"],
    ["a deleted revision", "DELETE FROM agentfs.revision"],
    ["a deleted file", "DELETE FROM agentfs.file"],
    ["truncated revisions", "TRUNCATE agentfs.revision CASCADE"],
    ["truncated blobs", "TRUNCATE agentfs.blob"],
    ["a changed blob", "UPDATE agentfs.blob SET data = ''"],
    ["a renamed file", "UPDATE agentfs.file SET path = '/other.txt', revision_count = revision_count + 1"],
    [
      "a pointer back to an older revision",
      "UPDATE agentfs.file SET current_revision_id = (SELECT min(revision_id) FROM agentfs.revision r WHERE r.file_id = file.file_id)",
    ],
    [
      "a pointer to another file's revision",
      "UPDATE agentfs.file f SET revision_count = revision_count + 1, current_revision_id = (SELECT max(revision_id) FROM agentfs.revision r WHERE r.file_id <> f.file_id)",
    ],
    [
      "a path that is not canonical",
      "INSERT INTO agentfs.file (assistant_id, thread_id, path, mime_type, current_revision_id) VALUES ('a', 't', '/a/../b', 'x', 1)",
    ],
    [
      "a second file with the same path",
      "INSERT INTO agentfs.file (assistant_id, thread_id, path, mime_type, current_revision_id) SELECT assistant_id, thread_id, path, mime_type, current_revision_id FROM agentfs.file LIMIT 1",
    ],
  ] as const;

  it.each(statements)("refuses %s", async (_what, statement) => {
    const files = state.files();
    await files.write("/a.txt", "one");
    await files.write("/a.txt", "two");
    await files.write("/b.bin", new Uint8Array([7]));
    await expect(state.store().pool.query(statement)).rejects.toThrow();
    expect((await files.revisions("/a.txt")).map((file) => file.content)).toEqual(["one", "two"]);
  });
});

describe("openStateStore", () => {
  it("keeps everything over close and open, and sets up once", async () => {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-state-"));
    try {
      for (const text of ["first", "second"]) {
        const store = await openStateStore(folder);
        await new AgentFiles(store.files, { assistantId: "a", threadId: "t" }).write("/a.txt", text);
        await store.close();
      }
      const store = await openStateStore(folder);
      const revisions = await new AgentFiles(store.files, { assistantId: "a", threadId: "t" }).revisions("/a.txt");
      await store.pool.query("INSERT INTO agentfs.migration (name) VALUES ('999-future.sql')");
      await store.close();
      expect(revisions.map((file) => file.content)).toEqual(["first", "second"]);
      await expect(openStateStore(folder)).rejects.toMatchObject({ name: "UserError", code: "run-directory" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("says so when the location is not a usable folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-state-"));
    try {
      await writeFile(join(folder, "file"), "");
      await expect(openStateStore(join(folder, "file"))).rejects.toBeInstanceOf(UserError);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
