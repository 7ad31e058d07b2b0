import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Problems } from "../../../import/folder/problems.ts";
import { readCorpusParts } from "../../../import/folder/read-parts.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "scopebench-outside-"));
  await mkdir(join(root, "corpus"));
  await writeFile(join(root, "corpus", "artifacts.jsonl"), "");
  await writeFile(join(root, "secret"), "user,password\nroot,hunter2\n");
});
afterEach(() => rm(root, { recursive: true, force: true }));

it.each(["links.csv", "corpus.yaml"])("a %s that leads out of its folder is refused and not quoted", async (name) => {
  await symlink(join("..", "secret"), join(root, "corpus", name));
  const error = await readCorpusParts(join(root, "corpus"), new Problems()).catch((caught) => caught);
  expect(error.problems).toEqual([`${name}: expected a file of the folder, found a link that leads out of it`]);
  expect(JSON.stringify([error.message, error.problems])).not.toContain("hunter2");
});

it("a folder that is reached through a link itself is read", async () => {
  await symlink(join(root, "corpus"), join(root, "other"));
  await readCorpusParts(join(root, "other"), new Problems());
});
