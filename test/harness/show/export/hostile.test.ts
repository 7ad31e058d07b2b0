import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRunIds } from "../../../../harness/record/run-directory/corpus-ids.ts";
import { readManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { scoreStage } from "../../../../harness/run/stages/score/index.ts";
import type { ExportedFile, ExportFormat } from "../../../../harness/show/export/format.ts";
import { EXPORT_FORMATS } from "../../../../harness/show/export/registry.ts";
import { readScenarioSet } from "../../../../scenarios/set-file.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { poison } from "../../../reports/hostile-site.ts";
import { LONG_LINES, PAYLOADS } from "../../../reports/payloads.ts";
import { type FixtureContext, fixtureContext } from "../../run/stages/context.ts";

let context: FixtureContext;
beforeAll(async () => {
  context = await fixtureContext([]);
  await poison(context.runDirectory);
  await scoreStage.run(context);
});
afterAll(() => context[Symbol.asyncDispose]());

async function exported(name: string): Promise<ExportedFile[]> {
  const { runDirectory, config, effects } = context;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const manifest = await readManifest(runDirectory);
  const format = EXPORT_FORMATS.find((one) => one.name === name) as ExportFormat;
  const files: ExportedFile[] = [];
  for await (const file of format.files({
    runDirectory,
    config,
    manifest,
    scenarios,
    ids: await readRunIds(runDirectory),
    effects,
  }))
    files.push(file);
  return files;
}
const textOf = ({ content }: ExportedFile): string => Buffer.from(content as string).toString("utf8");

describe("a run whose questions, answers, results and verdicts are hostile", () => {
  it("is exported to CSV without a cell that a spreadsheet would compute", async () => {
    const files = await exported("csv");
    expect(files.length).toBeGreaterThan(10);
    for (const file of files)
      for (const cell of nonEmpty((parse(textOf(file)) as string[][]).flat()))
        if (Number.isNaN(Number(cell))) expect(cell, file.path).not.toMatch(/^[=+@\t\r\n-]./);
  });

  it("is exported to JSON Lines with every text as it was, one execution a line", async () => {
    const [file] = await exported("jsonl");
    const records = textOf(file!)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { answer: string; turns: string[] });
    const texts = records.flatMap(({ answer, turns }) => [answer, ...turns]);
    for (const payload of [...PAYLOADS, ...LONG_LINES]) expect(texts.some((text) => text.includes(payload))).toBe(true);
  });

  it("is exported to Parquet that holds a row an execution and a row a score", async () => {
    const files = await exported("parquet");
    const [executions, scores] = ["executions", "scores"].map((name) =>
      files.find(({ path }) => path === `${name}.parquet`),
    );
    const rowsOf = ({ content }: ExportedFile) =>
      parquetReadObjects({ file: new Uint8Array(content as Uint8Array).buffer });
    const rows = await rowsOf(executions!);
    expect(rows.length).toBeGreaterThan(0);
    const perExecution = new Set((await rowsOf(scores!)).map(({ metric }) => metric)).size;
    expect((await rowsOf(scores!)).length).toBe(rows.length * perExecution);
  });

  it("is exported to TREC with 6 fields a line of a run and 4 of the judgements", async () => {
    // A ranker that finds nothing has a run without lines.
    const lines = (await exported("trec")).flatMap((file) =>
      textOf(file)
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [{ path: file.path, fields: line.split(" ") }])),
    );
    for (const { path, fields } of nonEmpty(lines)) expect(fields, path).toHaveLength(/qrels/.test(path) ? 4 : 6);
  });

  it("is exported to Inspect's logs with every text of an answer in its own field", async () => {
    const logs = (await exported("inspect")).map((file) => textOf(file));
    for (const log of nonEmpty(logs)) expect(() => JSON.parse(log)).not.toThrow();
    const inJson = (payload: string) => JSON.stringify(payload).slice(1, -1);
    for (const payload of PAYLOADS) expect(logs.some((log) => log.includes(inJson(payload)))).toBe(true);
  });
});
