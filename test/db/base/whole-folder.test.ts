import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { putFolderWhole, restoreFolder } from "../../../db/base/whole-folder.ts";

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "scopebench-whole-"));
  folder = join(parent, "report");
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const put = (text: string) => putFolderWhole(folder, (partial) => writeFile(join(partial, "a"), text));
const content = () => readFile(join(folder, "a"), "utf8");

it("puts a new folder in the place of an old one, which is there until the new one is whole", async () => {
  await put("one");
  await putFolderWhole(folder, async (partial) => {
    expect(await content()).toBe("one");
    await writeFile(join(partial, "a"), "two");
  });
  expect([await content(), await readdir(parent)]).toEqual(["two", ["report"]]);
});

it("changes nothing where the build fails", async () => {
  await put("one");
  await expect(putFolderWhole(folder, () => Promise.reject(new Error("a page")))).rejects.toThrow("a page");
  expect([await content(), await readdir(parent)]).toEqual(["one", ["report"]]);
});

it("sweeps up what killed builds have left, moves back what one had moved away, and leaves others' alone", async () => {
  await put("one");
  const names: string[] = [];
  await putFolderWhole(folder, async (partial) => {
    names.push(partial);
    await writeFile(join(partial, "a"), "one");
  });
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const left = (ending: string, host?: string) =>
    names[0]!
      .replace(/\.[0-9a-f]{4}-/, (own) => (host ? `.${host}-` : own))
      .replace(`-${process.pid}-`, `-${dead}-`)
      .replace(/tmp$/, ending);
  await mkdir(left("tmp"));
  await mkdir(left("tmp", "0000"));
  await mkdir(join(parent, "report.notes"));
  await rename(folder, left("old"));
  await restoreFolder(folder);
  expect(await content()).toBe("one");
  expect(await readdir(parent)).toEqual(["report", left("tmp", "0000").slice(parent.length + 1), "report.notes"]);
});
