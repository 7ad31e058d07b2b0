import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { specialFilesOf, whyNotAllowed, whyNotPacked } from "../../../../harness/record/run-directory/allowed.ts";
import { RUN_PATHS } from "../../../../harness/record/run-directory/paths.ts";

const WRITTEN = [
  "manifest.json",
  "CHECKSUMS.sha256",
  "raw_output/gpt-4.1__react__prompt.jsonl",
  "worker_traces/prompts/0af.md",
  "packets/primary/merged.jsonl",
  "metrics/tables/significance.tex",
  "exports/trec/a__b__c.run",
  "plots/levels.svg",
  "pages/slow-answers.md",
  "report/index.html",
  "report/_file/fonts/a.7f31.woff2",
  "report/_npm/@observablehq/plot@0.6.17/1a527c72.js",
  "report/duckdb/engine.wasm.gz",
  "report/data/results/1.txt",
];

it("allows what stages and commands write", () => {
  for (const path of WRITTEN) expect([path, whyNotPacked(path)]).toEqual([path, null]);
  for (const path of ["state/base/5/1247_fsm", "run.lock"]) {
    expect(whyNotAllowed(path)).toBeNull();
    expect(whyNotPacked(path)).toBe("no part of a packed run");
  }
});

it.each([
  ["pages/AGENTS.md", "a name that other programs take orders from"],
  ["prompts/claude.md", "a name that other programs take orders from"],
  ["report/_import/vite.config.js", "a name that other programs take orders from"],
  ["state/pg_wal/hook.so", "no part of a run"],
  ["report/.npmrc", expect.stringContaining("plain names")],
  ["report/serve.js", "no part of a run"],
])("refuses %s", (path, why) => {
  expect(whyNotAllowed(path)).toEqual(why);
});

it("allows each path of a run that has an ending", () => {
  const files = Object.values(RUN_PATHS).filter((path) => path.includes("."));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((path) => whyNotAllowed(path) !== null)).toEqual([]);
});

it("allows names as long as file systems do", () => {
  expect([255, 256].map((length) => whyNotAllowed(`pages/${"a".repeat(length - 3)}.md`) === null)).toEqual([
    true,
    false,
  ]);
});

it("finds links in a run, and does not follow them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-links-"));
  try {
    await writeFile(join(folder, "spent.jsonl"), "");
    await symlink(tmpdir(), join(folder, "metrics"));
    expect(await specialFilesOf(folder)).toEqual(["metrics"]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
