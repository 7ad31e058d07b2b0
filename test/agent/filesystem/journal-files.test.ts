import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { JournalFiles } from "../../../agent/filesystem/journal-files.ts";

const SCOPE = { assistantId: "a", threadId: "t" };

it("gives every revision to whoever opens the journal later, but for a line that a killed process left half", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-journal-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const journal = join(folder, "files.jsonl");
  const files = new AgentFiles(new JournalFiles(journal), SCOPE);
  await files.writeAll([
    { path: "/a.txt", content: "one\n\u2028two" },
    { path: "/b.png", content: new Uint8Array([0, 255]) },
  ]);
  await files.write("/a.txt", "three\0");
  await appendFile(journal, '{"assistantId":"a","path":"/c.t');
  const again = new AgentFiles(new JournalFiles(journal), SCOPE);
  expect(await again.readFolder("/")).toEqual(await files.readFolder("/"));
  expect(await again.revisions("/a.txt")).toEqual(await files.revisions("/a.txt"));
  expect((await again.list()).map(({ path, revision }) => [path, revision])).toEqual([
    ["/a.txt", 2],
    ["/b.png", 1],
  ]);
});

it("forgets one scope alone", async () => {
  const table = new JournalFiles(null);
  const [gone, stays] = ["gone", "stays"].map((threadId) => new AgentFiles(table, { assistantId: "a", threadId }));
  await gone!.write("/a.txt", "1");
  await stays!.write("/a.txt", "2");
  table.forget(gone!.scope);
  expect(await gone!.list()).toEqual([]);
  expect(await stays!.readText("/a.txt")).toBe("2");
});
