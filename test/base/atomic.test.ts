import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { removeLeftovers, writeFileAtomic, writeOutput } from "../../base/atomic.ts";
import { ownName } from "../../base/process-name.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-atomic-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("what a killed process was writing is removed, at any depth; what one that lives writes stays", async () => {
  const killed = ownName().replace(/^\d+/, "2147483646");
  await mkdir(join(folder, "metrics"));
  await writeFile(join(folder, "metrics", `${killed}.tmp`), "half");
  await mkdir(join(folder, "metrics", `plots.${killed}.tmp`, "deep"), { recursive: true });
  await writeFile(join(folder, `${killed.replace(/-[0-9a-f]{8}-/, "-00000000-")}.tmp`), "another machine's");
  await writeFile(join(folder, `${ownName()}.tmp`), "ours");
  await writeFile(join(folder, "mine.tmp"), "a person's");
  await writeFileAtomic(join(folder, "whole.json"), "{}");
  await removeLeftovers(folder);
  expect(await readdir(join(folder, "metrics"))).toEqual([]);
  expect(await readdir(folder)).toHaveLength(5);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(["mine.tmp", "whole.json"]));
});

it("an output goes through a link, and replaces a file whole", async () => {
  await symlink(join(folder, "target.md"), join(folder, "link.md"));
  await writeOutput(join(folder, "link.md"), "one");
  expect(await readFile(join(folder, "target.md"), "utf8")).toBe("one");
  await writeOutput(join(folder, "target.md"), "two");
  expect(await readFile(join(folder, "link.md"), "utf8")).toBe("two");
  await expect(writeOutput(folder, "three")).rejects.toMatchObject({ code: "environment" });
});
