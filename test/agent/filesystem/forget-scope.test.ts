import { expect, it } from "vitest";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { forgetScope } from "../../../agent/filesystem/forget-scope.ts";
import { useStateStore } from "./store.ts";

const state = useStateStore();

it("removes one scope's files with their revisions and blobs, and leaves every other scope and the refusal of changes", async () => {
  const { pool, files: table } = state.store();
  const [gone, stays] = ["gone", "stays"].map((threadId) => new AgentFiles(table, { assistantId: "forget", threadId }));
  for (const files of [gone!, stays!]) {
    await files.write("/a.txt", "first");
    await files.write("/a.txt", "second");
    await files.write("/b.bin", new Uint8Array([1]));
  }
  await forgetScope(state.store(), gone!.scope);
  const count = async (table: string) =>
    (
      await pool.query<{ thread_id: string }>(
        `SELECT thread_id FROM agentfs.${table} WHERE assistant_id = 'forget' ORDER BY 1`,
      )
    ).rows.map((row) => row.thread_id);
  expect(await count("file")).toEqual(["stays", "stays"]);
  expect(await count("revision")).toEqual(["stays", "stays", "stays"]);
  expect(await count("blob")).toEqual(["stays"]);
  await expect(pool.query("DELETE FROM agentfs.file WHERE assistant_id = 'forget'")).rejects.toThrow("append-only");
});
