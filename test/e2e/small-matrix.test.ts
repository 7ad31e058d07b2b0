import { cpSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readManifest, writeManifest } from "../../harness/record/run-directory/manifest.ts";
import type { BaselineSummary } from "../../harness/results/analyses/baselines.ts";
import type { Summary } from "../../harness/results/analyses/summary.ts";
import { rederiveCells } from "../../scripts/rederive/rederive-cells.ts";
import { camelKeys } from "../camel-keys.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { filesUnder, newestRun, scopebench } from "./cli-process.ts";

/** 3 models x 2 workflows x 3 knowledge modes x 5 scenarios on a twentieth of the telecom corpus. */
const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.05 }
scenarios: { total: 5, seed: 3 }
seed: 1
plots: { dpi: 72 }
`;
const GOLDEN = new URL("../output/small-matrix.csv", import.meta.url);

let cwd: string;
let first: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-e2e-"));
  await writeFile(join(cwd, "bench.yaml"), BENCH);
  const result = await runCli(["run"], { cwd });
  expect(result.errors).toContain("stand-in");
  expect(result.code, result.errors).toBe(0);
  first = await newestRun(join(cwd, "runs"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const JSON_COMMANDS = [
  ["compare", "latest", "latest"],
  ["ingest", "status"],
  ["plan"],
  ["runs"],
  ["show", "latest"],
  ["show", "latest", "explorer__react__prompt__S001__0"],
  ["stages", "latest"],
  ["status", "latest"],
] as const;

/** A mapping as in corpus.yaml, records by their ids, what a tool was called with, a judge's form in JSON Schema. */
const KEYS_THAT_ARE_DATA = [/(^|\.)(mapping|ids|arguments|parameters)$/, /(^|\.)forms\[\]\.schema$/];
/** Whole files that are keyed by ids: titles and cards of records. */
const KEYED_BY_IDS = /^report\/data\/(titles\.json|records\/)/;

/** Far from UTC, and where an i is no I. */
const SURROUNDINGS = { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", USER: "someone-else" };

describe("a small matrix, end to end", () => {
  it("gives the golden numbers: every cell of 18 configurations x 5 scenarios, once", async () => {
    const csv = await readFile(join(first, "metrics", "per_execution.csv"), "utf8");
    expect(csv.trim().split("\n")).toHaveLength(1 + 90);
    const exists = await stat(GOLDEN).catch(() => null);
    if (!exists && !process.env.CI) await writeFile(GOLDEN, csv);
    expect(csv, "where it should differ: delete the file, and run this test outside of CI").toBe(
      await readFile(GOLDEN, "utf8"),
    );
  });

  it("measures six rankers without a model beside the 18 configurations, and counts them nowhere", async () => {
    const baselines = JSON.parse(await readFile(join(first, "metrics", "baselines.json"), "utf8"));
    const ndcg = Object.fromEntries(baselines.map((one: BaselineSummary) => [one.name, one.metrics["ndcg@10"]?.mean]));
    expect(ndcg.oracle).toBe(1);
    expect(ndcg.random).toBeLessThan(0.2);
    expect(Object.keys(ndcg)).toHaveLength(6);
    const summary: Summary = JSON.parse(await readFile(join(first, "metrics", "summary.json"), "utf8"));
    expect([summary.cells, summary.configurations.length]).toEqual([90, 18]);
  });

  it("writes every part of a run directory, readable without the agent or the corpus", async () => {
    for (const part of [
      "manifest.json",
      "run_config.json",
      "scenarios.yaml",
      "metrics/summary.json",
      "exports/trec/qrels.txt",
      "plots/index.json",
      "report/index.html",
    ])
      expect((await stat(join(first, part))).size, part).toBeGreaterThan(0);
  });

  it("has keys in snake_case in every JSON file, and so has what commands print for programs", async () => {
    const paths = (await readdir(first, { recursive: true })).filter(
      (path) => /\.jsonl?$/.test(path) && !KEYED_BY_IDS.test(path),
    );
    const texts = await Promise.all(paths.map(async (path) => [path, await readFile(join(first, path), "utf8")]));
    for (const args of JSON_COMMANDS) texts.push([args.join(" "), (await runCli([...args, "--json"], { cwd })).out]);
    const found = texts.flatMap(([path = "", text = ""]) =>
      (path.endsWith(".jsonl") ? text.split("\n").filter(Boolean) : [text])
        .flatMap((line) => camelKeys(JSON.parse(line), KEYS_THAT_ARE_DATA))
        .map((key) => `${path}: ${key}`),
    );
    expect(texts.length).toBeGreaterThan(200);
    expect([...new Set(found)]).toEqual([]);
  });

  it("has study tables whose every number plain SQL over the raw records gives again", async () => {
    const cells = await rederiveCells(first);
    expect(new Set(cells.map(({ table }) => table)).size).toBe(11);
    expect(cells.length).toBeGreaterThan(700);
    expect(cells.filter(({ equal }) => !equal)).toEqual([]);
  });

  it("computes nothing on a finished run", async () => {
    const before = await readFile(join(first, "manifest.json"), "utf8");
    const result = await runCli(["resume", "latest"], { cwd });
    expect(result.code, result.errors).toBe(0);
    expect(result.errors.match(/cached$/gm)).toHaveLength(10);
    expect(await readFile(join(first, "manifest.json"), "utf8")).toBe(before);
  });

  it("offers its report after a part was made, and not one of what the run was before", async () => {
    const again = ["resume", "latest", "--until", "score"];
    expect((await runCli(again, { cwd })).out).toContain("scopebench report serve");
    const before = await readManifest(first);
    const report = { ...before.stages.report!, inputs: { ...before.stages.report!.inputs!, version: 0 } };
    await writeManifest(first, { ...before, stages: { ...before.stages, report } });
    const older = await runCli(again, { cwd });
    await writeManifest(first, before);
    expect(older.code, older.errors).toBe(0);
    expect(older.out).not.toContain("scopebench report serve");
  });

  it("gives the same scores and extractions for the same seed, stopped and resumed in other surroundings; others for another", async () => {
    const runs = join(cwd, "stopped", "a folder with a name of its own and some length".repeat(3));
    // A fifteenth of the cells: that whole metrics are equal after a kill is what replay.test.ts shows.
    const part = ["--models", "explorer", "--workflows", "react", "--scenarios", "S001,S003"];
    const ctrlC = new AbortController();
    const stopping = runCli(["run", ...part, "--runs-dir", runs, "--concurrency", "11"], { cwd, signal: ctrlC.signal });
    while (!(await hasRecords(runs))) await sleep(20);
    ctrlC.abort();
    expect((await stopping).code).not.toBe(0);
    await setStarts(await newestRun(runs), 11);
    const resume = ["resume", "latest", "--runs-dir", runs, "--until", "score"];
    const resumed = await scopebench(resume, { cwd, environment: SURROUNDINGS });
    expect(resumed.code, resumed.errors).toBe(0);
    const rows = await rowsOf(await newestRun(runs), ",explorer,react,");
    expect(rows).toHaveLength(6);
    expect(await rowsOf(first, ",explorer,react,")).toEqual(expect.arrayContaining(rows));
    const [extractions, whole] = [await extractionsOf(await newestRun(runs)), await extractionsOf(first)];
    expect(extractions).toHaveLength(6);
    expect(whole).toEqual(expect.arrayContaining(extractions));

    const other = join(cwd, "other-seed");
    const cell = ["--models", "sprinter", "--workflows", "react", "--knowledge", "prompt"];
    const args = [...cell, "--runs-dir", other, "--until", "score"];
    expect((await runCli(["run", "--seed", "2", ...args], { cwd })).code).toBe(0);
    const otherRows = await rowsOf(await newestRun(other), ",sprinter,react,prompt,");
    expect(otherRows).toHaveLength(5);
    expect(otherRows).not.toEqual(await rowsOf(first, ",sprinter,react,prompt,"));
  });

  // That a changed file is found: interchange.test.ts.
  it("verifies", async () => {
    const good = await runCli(["runs", "verify", "latest", "--json"], { cwd });
    expect(good.code, good.out).toBe(0);
    expect(camelKeys(JSON.parse(good.out), KEYS_THAT_ARE_DATA)).toEqual([]);
  });

  it("that lost a file of records is read by no command without saying which, and exits with 2", async () => {
    const run = join(cwd, "runs", "lost");
    cpSync(first, run, { recursive: true, filter: (path) => !/^(?:report|plots)$/.test(basename(path)) });
    const [name] = (await readdir(join(run, "extractions"))).filter((one) => one.endsWith(".jsonl"));
    await rm(join(run, "extractions", name!));
    const commands = [
      ["export", "lost", "-f", "csv", "--to", join(cwd, "exported")],
      ["pack", "lost", "--to", join(cwd, "lost.zip")],
      ["compare", "lost", first],
      ["compare", first, "lost"],
      ["runs", "baseline", "save", "lost", "lost.csv"],
      ["report", "build", "lost"],
      ["show", "lost", "--failed"],
      ["status", "lost"],
    ];
    for (const command of commands) {
      const { code, errors } = await runCli(command, { cwd });
      expect([command.join(" "), code, errors.includes(name!)], errors).toEqual([command.join(" "), 2, true]);
    }
    expect((await readdir(cwd)).filter((one) => /^(?:exported|lost\.)/.test(one))).toEqual([]);
  });

  it("shows an execution as a transcript and the status as a table", async () => {
    const shown = await runCli(["show", "latest", "explorer__react__prompt__S001__0"], { cwd });
    expect(shown.out).toContain("expected");
    expect((await runCli(["runs", "status"], { cwd })).out).toContain("90 success");
  });
});

async function rowsOf(run: string, holding: string): Promise<string[]> {
  const csv = await readFile(join(run, "metrics", "per_execution.csv"), "utf8");
  return csv.split("\n").filter((line) => line.includes(holding));
}

/** Each on its line, without what the clock says. */
async function extractionsOf(run: string): Promise<string[]> {
  const files = Object.entries(await filesUnder(join(run, "extractions")));
  const records = files.filter(([name]) => name.endsWith(".jsonl")).map(([, text]) => text);
  return records.flatMap((text) =>
    text
      .replaceAll(/"\w+_ms":[\d.]+/g, "")
      .split("\n")
      .filter(Boolean),
  );
}

/** As if the stage had been started this often. */
async function setStarts(run: string, attempts: number): Promise<void> {
  const path = join(run, "manifest.json");
  const manifest = JSON.parse(await readFile(path, "utf8"));
  manifest.stages.execute.attempts = attempts;
  await writeFile(path, JSON.stringify(manifest));
}

async function hasRecords(runs: string): Promise<boolean> {
  return newestRun(runs)
    .then(
      async (run) => (await stat(join(run, "raw_output", "explorer__react__prompt.jsonl"))).size > 0,
      () => false,
    )
    .catch(() => false);
}
