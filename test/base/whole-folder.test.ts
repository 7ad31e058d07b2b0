import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  makeFolderWhole,
  makeScratchFolder,
  replaceFolder,
  restoreFolder,
  withFolderBeside,
} from "../../base/whole-folder.ts";

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "scopebench-whole-"));
  folder = join(parent, "report");
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const write = (text: string) => (partial: string) => writeFile(join(partial, "a"), text);
const content = () => readFile(join(folder, "a"), "utf8");

it("makes a folder whole or not at all, and never in the place of another", async () => {
  await expect(makeFolderWhole(folder, () => Promise.reject(new Error("a page")))).rejects.toThrow("a page");
  expect(await readdir(parent)).toEqual([]);
  await makeFolderWhole(folder, write("one"));
  await expect(makeFolderWhole(folder, write("two"))).rejects.toMatchObject({ code: "ENOTEMPTY" });
  expect([await content(), await readdir(parent)]).toEqual(["one", ["report"]]);
});

it("replaces a folder, and leaves it where the new one cannot take its place", async () => {
  await makeFolderWhole(folder, write("one"));
  await expect(replaceFolder(folder, join(parent, "none"))).rejects.toMatchObject({ code: "ENOENT" });
  expect([await content(), await readdir(parent)]).toEqual(["one", ["report"]]);
  await mkdir(join(parent, "new"));
  await write("two")(join(parent, "new"));
  await replaceFolder(folder, join(parent, "new"));
  expect([await content(), await readdir(parent)]).toEqual(["two", ["report"]]);
});

it("sweeps up what killed builds have left, moves back what one had moved away, and leaves others' alone", async () => {
  await makeFolderWhole(folder, write("one"));
  const name = await withFolderBeside(folder, async (partial) => partial);
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const left = (ending: string, host?: string) =>
    name
      .replace(`.${process.pid}-`, `.${dead}-`)
      .replace(/-[0-9a-f]{8}-/, (own) => (host ? `-${host}-` : own))
      .replace(/tmp$/, ending);
  await mkdir(left("tmp"));
  await mkdir(left("tmp", "00000000"));
  await mkdir(name.replace(/-[0-9a-f]+-([0-9a-f]{8}\.tmp)$/, "-1234-$1"));
  await mkdir(join(parent, "report.notes"));
  await rename(folder, left("old"));
  await restoreFolder(folder);
  expect(await content()).toBe("one");
  expect(await readdir(parent)).toEqual(["report", left("tmp", "00000000").slice(parent.length + 1), "report.notes"]);
});

it("closes a scratch folder to other accounts, and removes one whose process is gone when the next is made", async () => {
  vi.stubEnv("TMPDIR", parent);
  try {
    const scratch = await makeScratchFolder("agent");
    expect((await stat(scratch)).mode & 0o077).toBe(0);
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    await rename(scratch, scratch.replace(`.${process.pid}-`, `.${dead}-`));
    const next = await makeScratchFolder("worker");
    expect(await readdir(parent)).toEqual([next.slice(parent.length + 1)]);
  } finally {
    vi.unstubAllEnvs();
  }
});
