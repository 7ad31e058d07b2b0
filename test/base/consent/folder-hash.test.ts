import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { folderHash } from "../../../base/consent/folder-hash.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-folder-"));
  for (const name of ["a", "b", "c"]) await writeFile(join(folder, name), name);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const all = () => false;

it("has no hash for more files or bytes than a start may read", async () => {
  expect(await folderHash(folder, all, { files: 3, bytes: 3 })).toMatch(/^[0-9a-f]{64}$/);
  expect(await folderHash(folder, all, { files: 2, bytes: 3 })).toBeNull();
  expect(await folderHash(folder, all, { files: 3, bytes: 2 })).toBeNull();
  expect(await folderHash(folder, (path) => path.endsWith("a"), { files: 2, bytes: 2 })).not.toBeNull();
});

it("ends in circles of links, and counts links that lead nowhere", async () => {
  const before = await folderHash(folder, all);
  await symlink(".", join(folder, "round"));
  const round = await folderHash(folder, all);
  await symlink("nowhere", join(folder, "dangling"));
  const hashes = [before, round, await folderHash(folder, all)];
  expect(hashes).not.toContain(null);
  expect(new Set(hashes).size).toBe(3);
});

it("has none for a folder that is not there", async () => {
  expect(await folderHash(join(folder, "none"), all)).toBeNull();
});
