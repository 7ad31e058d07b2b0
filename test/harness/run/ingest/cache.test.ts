import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requireWritable } from "../../../../db/snapshots/folder-files.ts";
import { runCli } from "../../cli/run-cli.ts";

const HASH = "a".repeat(64);

let cwd: string;
let environment: { SCOPEBENCH_CACHE: string };
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-cache-"));
  environment = { SCOPEBENCH_CACHE: join(cwd, "cache") };
  const manifest = {
    version: 1,
    mapping: { name: "small" },
    counts: { test_cases: 30 },
    built_at: "2026-01-02T03:04:05Z",
  };
  await mkdir(join(cwd, "cache", "substrates", HASH), { recursive: true });
  await writeFile(join(cwd, "cache", "substrates", HASH, "manifest.json"), JSON.stringify(manifest));
  for (const [folder, file] of [
    ["enrichment", "m.jsonl"],
    ["clusters", "pglite-1.tar"],
    ["somebody", "else.txt"],
  ] as const) {
    await mkdir(join(cwd, "cache", folder), { recursive: true });
    await writeFile(join(cwd, "cache", folder, file), "x".repeat(1000));
  }
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const cache = async (...args: string[]) => runCli(["setup", "cache", ...args], { cwd, environment, columns: 160 });
const kinds = async () =>
  JSON.parse((await cache("ls", "--json")).out).entries.map(({ kind }: { kind: string }) => kind) as string[];

async function lease(name: string): Promise<string> {
  const folder = join(cwd, "cache", "in-use", HASH);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), "");
  return join(folder, name);
}

it("says what each is, how large and how old, and what would go, without removing it", async () => {
  const { out } = await cache();
  expect(out).toMatch(/substrates\/a{12} .* ago +small, 30 tests/);
  expect(await kinds()).toEqual(["answers", "cluster", "snapshot"]);
  expect((await cache("prune", "--all", "--dry-run")).out).toContain("would remove 2,");
  expect((await cache("prune", "--older-than", "1d", "--dry-run")).out).not.toContain("clusters");
  expect((await cache("prune")).errors).toContain("--older-than");
  expect((await cache("prune", "--older-than", "soon")).code).toBe(1);
});

it("keeps what a running process uses, here or on another machine, and what it does not know", async () => {
  const own = await lease(`${process.pid}-00000000-1`);
  const { out, errors } = await cache("prune", "--all");
  expect(errors).toContain("1 in use");
  expect(out).toContain("removed 1,");
  expect(await kinds()).toEqual(["answers", "snapshot"]);
  await rm(own);
});

it("removes the rest, a model's answers only when they are named", async () => {
  await rm(join(cwd, "cache", "in-use"), { recursive: true });
  await cache("prune", "--all");
  expect(await kinds()).toEqual(["answers"]);
  await cache("prune", "--all", "--answers");
  expect(await kinds()).toEqual([]);
  expect(await readdir(join(cwd, "cache", "somebody"))).toEqual(["else.txt"]);
});

it("says what to do where the cache cannot be written", async () => {
  await writeFile(join(cwd, "file"), "");
  await expect(requireWritable(join(cwd, "file", "cache"))).rejects.toMatchObject({
    code: "environment",
    hint: expect.stringContaining("SCOPEBENCH_CACHE"),
  });
});
