import { appendFile, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { knowCorpus } from "../../import/known-corpus.ts";

const MAPPING = "name: known\nartifactTypes:\n  test_case:\n    role: test_case\n";
let folder: string;
let cache: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-known-"));
  cache = join(folder, "cache");
  await writeFile(join(folder, "corpus.yaml"), MAPPING);
  await writeFile(join(folder, "artifacts.jsonl"), line("TC-1"));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

it("finds a corpus again by its files' sizes and times, and sees whatever changed a file", async () => {
  const hash = async () => (await knowCorpus({ type: "folder", path: folder }, { cacheDirectory: cache })).hash;
  const file = join(folder, "artifacts.jsonl");
  // Long enough after the files were written for their hashes to be remembered.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  const first = await hash();
  expect(await hash()).toBe(first);
  await appendFile(file, line("TC-2"));
  const second = await hash();
  expect(second).not.toBe(first);
  const { atime, mtime } = await stat(file);
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("TC-2", "TC-3"));
  // Of the same size, and dated back: its inode still says that it was changed.
  await utimes(file, atime, mtime);
  expect(await hash()).not.toBe(second);
});

it("reads a file again that was written a moment ago: a clock's tick may hide a second write", async () => {
  await knowCorpus({ type: "folder", path: folder }, { cacheDirectory: cache });
  const corpusAlone = await readdir(join(cache, "corpora"));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  await knowCorpus({ type: "folder", path: folder }, { cacheDirectory: cache });
  expect([corpusAlone.length, (await readdir(join(cache, "corpora"))).length]).toEqual([1, 3]);
});

function line(id: string): string {
  return `${JSON.stringify({ id, type: "test_case", title: id, text: `What ${id} does.` })}\n`;
}
