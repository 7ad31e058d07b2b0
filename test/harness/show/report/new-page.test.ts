import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newPage } from "../../../../harness/show/report/new-page.ts";

let run: string;
beforeAll(async () => {
  run = await mkdtemp(join(tmpdir(), "scopebench-page-"));
});
afterAll(() => rm(run, { recursive: true }));

it("starts a page in the run, with the name as title", async () => {
  const path = await newPage(run, "slow-answers");
  expect(path).toBe(join(run, "pages", "slow-answers.md"));
  expect(await readFile(path, "utf8")).toMatch(/^---\ntitle: Slow answers\n---\n\n# Slow answers\?/);
});

it("does not touch a page that is there", async () => {
  await newPage(run, "twice");
  await expect(newPage(run, "twice")).rejects.toMatchObject({ code: "usage" });
});

it.each(["../evil", "a/b", "A", "", "-a", "a.md", "agents", "aaa\u202e"])("refuses %j as a name", async (name) => {
  await expect(newPage(run, name)).rejects.toMatchObject({ code: "usage" });
});
