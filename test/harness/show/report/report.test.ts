import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashOutputs } from "../../../../harness/record/run-directory/checksums.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { reportStage } from "../../../../harness/show/report/index.ts";
import { PAGES } from "../../../../harness/show/report/pages/registry.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { type FixtureContext, fixtureContext, unreadBy } from "../../run/stages/context.ts";
import { plottedContext } from "../plots/plotted.ts";

const SOURCES = new URL("../../../../reports/", import.meta.url).pathname;

let context: FixtureContext;
let copy: string;
let sourcesBefore: string;
let unread: string[];
beforeAll(async () => {
  ({ context } = await plottedContext());
  copy = `${context.runDirectory}-copy`;
  await cp(context.runDirectory, copy, { recursive: true });
  sourcesBefore = await hashOutputs(SOURCES, ["src", "observablehq.config.ts"]);
  [, unread] = await Promise.all([reportStage.run(context), unreadBy(reportStage, { ...context, runDirectory: copy })]);
});
afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await context?.[Symbol.asyncDispose]();
});

async function read(...parts: string[]): Promise<string> {
  return readFile(runPath(context.runDirectory, "report", ...parts), "utf8");
}

describe("report stage", () => {
  it("reads what it declares", () => {
    // Only a report with a baseline has these.
    expect(unread.filter((path) => path !== "comparison_executions.jsonl")).toEqual([]);
  });

  it("two builds at once do not meet, and equal runs give equal bytes, with what the stage does not declare and without it", async () => {
    expect(await hashOutputs(copy, ["report"])).toBe(await hashOutputs(context.runDirectory, ["report"]));
  });

  it("leaves nothing beside the report, clears what a killed build left, and changes nothing in the sources", async () => {
    expect((await readdir(context.runDirectory)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(await hashOutputs(SOURCES, ["src", "observablehq.config.ts"])).toBe(sourcesBefore);
  });

  it("writes a page for each question, in English, that may be zoomed and asks no other host for anything", async () => {
    const names = await readdir(runPath(context.runDirectory, "report"), { recursive: true });
    const pages = names.filter((name) => name.endsWith(".html") && !/^(?:plots|tables).index\.html$/.test(name));
    expect(pages.sort()).toEqual(PAGES.map(({ file }) => `${file}.html`).sort());
    for (const page of nonEmpty(pages)) {
      const html = await read(page);
      expect(html).toContain('<html lang="en">');
      expect(html).not.toContain("maximum-scale");
      expect(html.match(/(?:src|href)="(?:https?:)?\/\//g)).toBeNull();
      expect(html).not.toContain("npm:");
      const modules = new Set([...html.matchAll(/\.\/(components\/[^"]+)/g)].map(([, path]) => path!));
      for (const path of nonEmpty([...modules])) await read(path);
    }
  });

  it("keeps one file per expected execution, also of a missing one, and equal tool results once", async () => {
    const files = await readdir(runPath(context.runDirectory, "report", "data", "executions"));
    expect(files).toHaveLength(144);
    const missing = JSON.parse(await read("data", "executions", "planner__plan_execute__skill__S006__0.json"));
    expect(missing).toMatchObject({ row: { outcome: "missing", verdict: "none" }, record: null, trace: null });
    const results = await readdir(runPath(context.runDirectory, "report", "data", "results"));
    expect(new Set(await Promise.all(results.map((name) => read("data", "results", name)))).size).toBe(results.length);
  });

  it("the list adds up to the scores: passes of a configuration are its pass rate times its n", async () => {
    const { columns, rows } = JSON.parse(await read("data", "executions.json"));
    const summary = JSON.parse(await readFile(runPath(context.runDirectory, "metrics", "summary.json"), "utf8"));
    const [model, workflow, knowledge, verdict] = ["model", "workflow", "knowledge", "verdict"].map((key) =>
      columns.indexOf(key),
    );
    for (const configuration of nonEmpty(summary.configurations)) {
      const mine = rows.filter(
        (row: string[]) =>
          row[model!] === configuration.model &&
          row[workflow!] === configuration.workflow &&
          row[knowledge!] === configuration.knowledge,
      );
      const { mean, n } = configuration.metrics.pass;
      expect(mine.filter((row: string[]) => row[verdict!] === "pass").length).toBe(Math.round(mean * n));
    }
  });

  it("an interrupted build leaves the report that was there", async () => {
    const before = await hashOutputs(context.runDirectory, ["report"]);
    const outputDirectory = join(context.runDirectory, "aside");
    expect(await reportStage.run({ ...context, outputDirectory, signal: AbortSignal.abort() })).toBe("interrupted");
    await rm(outputDirectory, { recursive: true, force: true });
    expect(await hashOutputs(context.runDirectory, ["report"])).toBe(before);
  });

  it("says what to run first when the run has no scores", async () => {
    await using fresh = await fixtureContext([]);
    await expect(reportStage.run(fresh)).rejects.toMatchObject({
      code: "run-directory",
      hint: expect.stringContaining("score"),
    });
  });
});
