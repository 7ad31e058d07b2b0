import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpans } from "../../agent/external-agents/recorded/spans.ts";
import { recordedTurns } from "../../agent/external-agents/recorded/turns.ts";
import { readJsonLines } from "../../base/json-lines.ts";
import { jsonOrUndefined } from "../../base/json-object.ts";
import { makeRandom, randomInteger } from "../../base/random.ts";
import { executionName } from "../../harness/record/domain/names.ts";
import type { Extraction } from "../../harness/record/domain/records.ts";
import { readScores } from "../../harness/record/run-directory/scores.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { itUnless, missingLatex } from "../left-out.ts";
import { nonEmpty } from "../non-empty.ts";
import { execute, findPython } from "../oracles/python.ts";
import { newestRun } from "./cli-process.ts";

const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 3 }
workflows: [react]
knowledge: [prompt]
baselines: [keyword]
plots: { dpi: 72 }
`;
const FORMATS = ["csv", "jsonl", "parquet", "trec", "beir", "latex", "inspect", "promptfoo", "otlp"];

let cwd: string;
let run: string;
let rows: Record<string, string>[];

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-interchange-"));
  await writeFile(join(cwd, "bench.yaml"), BENCH);
  // Figures and report are made once, for the copy without names.
  const result = await runCli(["run", "--until", "score"], { cwd });
  expect(result.code, result.errors).toBe(0);
  run = await newestRun(join(cwd, "runs"));
  rows = parse(await readFile(join(run, "metrics", "per_execution.csv"), "utf8"), { columns: true });
  const exported = await runCli(["runs", "export", "latest", "-f", FORMATS.join(","), "--to", "out"], { cwd });
  expect(exported.code, exported.errors).toBe(0);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

function meanOf(model: string): number {
  const values = rows
    .filter((row) => row.model === model && row["ndcg@10"] !== "")
    .map((row) => Number(row["ndcg@10"]));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const found = findPython("interchange.txt");
const spanReaders = findPython("spans.txt");
const MODELS = ["explorer", "planner", "sprinter"];

/** As test/oracles/read_spans.py prints one. */
interface ReadSpan {
  kind: string;
  conversation: string | null;
  tokens: [number | null, number | null];
  answer: string | null;
  tool: string | null;
  arguments: unknown;
  result: string;
  scores: Record<string, number | null>;
}

describe("export", () => {
  it("writes a folder a format, and refuses one that is there", async () => {
    expect((await readdir(join(cwd, "out"))).sort()).toEqual([...FORMATS].sort());
    const again = await runCli(["runs", "export", "latest", "-f", "csv", "--to", "out"], { cwd });
    expect(again.code).toBe(1);
    expect(again.errors).toContain("is there already");
    const unknown = await runCli(["runs", "export", "latest", "-f", "xml"], { cwd });
    expect(unknown.errors).toContain(
      "formats: csv, jsonl, parquet, trec, beir, latex, inspect, promptfoo, otlp, junit",
    );
  });

  it("gives every test case and judgement to BEIR, every execution to JSON Lines", async () => {
    const corpus = (await readFile(join(cwd, "out", "beir", "corpus.jsonl"), "utf8")).trim().split("\n");
    const ids = new Set(corpus.map((line) => (JSON.parse(line) as { _id: string })._id));
    const qrels = (await readFile(join(cwd, "out", "beir", "qrels", "test.tsv"), "utf8")).trim().split("\n").slice(1);
    expect(qrels.length).toBeGreaterThan(0);
    expect(qrels.map((line) => line.split("\t")[1]).filter((id) => !ids.has(id!))).toEqual([]);
    const lines = (await readFile(join(cwd, "out", "jsonl", "executions.jsonl"), "utf8")).trim().split("\n");
    expect(lines).toHaveLength(rows.length);
  });

  itUnless(found.missing, "is read by Inspect AI and DuckDB with our means", () => {
    const out = join(cwd, "out");
    const script = join(import.meta.dirname, "..", "oracles", "read_exports.py");
    const parquet = ["executions", "scores"].map((name) => join(out, "parquet", `${name}.parquet`));
    const read = JSON.parse(execute(found.python!, [script, join(out, "inspect"), ...parquet]));
    expect(Object.keys(read.logs)).toHaveLength(3);
    for (const model of ["explorer", "planner", "sprinter"]) {
      const log = read.logs[`scopebench/${model}__react__prompt`];
      expect(log).toMatchObject({ status: "success", samples: 3 });
      expect(log.ndcg).toBeCloseTo(meanOf(model), 12);
      expect(log.ofSamples.reduce((sum: number, value: number) => sum + value, 0) / log.ofSamples.length).toBeCloseTo(
        meanOf(model),
        12,
      );
      expect(log.calls).toBe(
        rows.filter((row) => row.model === model).reduce((sum, row) => sum + Number(row.tool_calls), 0),
      );
      expect(read.executions.find(([name]: [string]) => name === model)[2]).toBeCloseTo(meanOf(model), 12);
    }
    expect(read.unscored).toBeGreaterThan(0);
    expect(read.silent).toBe(0);
  });

  it("as OpenTelemetry's spans is run again as a recorded agent: every ranking metric, token and call is equal", async () => {
    const questions = join(run, "scenarios.yaml");
    const agent = `{ name: again, type: otlp, path: out/otlp/explorer__react__prompt.jsonl, reports: [ranking, usage] }`;
    const again = `${BENCH.replace(/scenarios.*/, `scenarios: { file: ${JSON.stringify(questions)} }`)}models: []\nexternal_agents: [${agent}]\n`;
    await writeFile(join(cwd, "again.yaml"), again);
    const result = await runCli(["run", "-c", "again.yaml", "--until", "score", "--runs-dir", "again"], { cwd });
    expect(result.code, result.errors).toBe(0);
    const second = await newestRun(join(cwd, "again"));
    const other = parse(await readFile(join(second, "metrics", "per_execution.csv"), "utf8"), {
      columns: true,
    }) as typeof rows;
    const first = rows.filter(({ model }) => model === "explorer");
    const same = ["ndcg@10", "map", "recall@5", "mrr", "functional_pass", "tokens_in", "tokens_out"];
    const valuesOf = (all: typeof rows) =>
      all.map((row) => ["scenario_id", "outcome", ...same].map((name) => row[name]));
    expect(valuesOf(other)).toEqual(valuesOf(first));
    const turns = recordedTurns(await readSpans(join(cwd, "out", "otlp", "explorer__react__prompt.jsonl")));
    const traces = await readJsonLines<Extraction>(join(run, "extractions", "explorer__react__prompt.jsonl"));
    for (const { answers, tool_calls } of nonEmpty(traces)) {
      const calls = turns
        .filter(({ answer }) => answer !== null && answers.includes(answer))
        .flatMap(({ calls }) => calls);
      const told = calls.map(({ tool, arguments: given, result }) => ({
        tool,
        given: JSON.parse(String(given)),
        result,
      }));
      expect(told).toEqual(
        tool_calls.map((call) => ({ tool: call.tool, given: call.arguments, result: call.preview })),
      );
    }
  });

  itUnless(
    spanReaders.missing,
    "OpenTelemetry's spans are read by MLflow and Phoenix with our answers, tokens, calls and scores",
    async () => {
      const script = join(import.meta.dirname, "..", "oracles", "read_spans.py");
      const files = MODELS.map((model) => join(cwd, "out", "otlp", `${model}__react__prompt.jsonl`));
      const read = JSON.parse(execute(spanReaders.python!, [script, ...files])) as Record<
        "mlflow" | "phoenix",
        ReadSpan[]
      >;
      const paths = MODELS.map((model) => join(run, "extractions", `${model}__react__prompt.jsonl`));
      const traces = (await Promise.all(paths.map((path) => readJsonLines<Extraction>(path)))).flat();
      const scores = new Map((await readScores(run)).map((record) => [executionName(record), record.scores]));
      const calls = traces.flatMap(({ tool_calls }) => tool_calls);
      const asRead = (text: string) => jsonOrUndefined(text) ?? text;
      for (const spans of nonEmpty(Object.values(read))) {
        const [agents, requests, tools] = ["AGENT", "LLM", "TOOL"].map((kind) =>
          spans.filter((span) => span.kind === kind),
        );
        expect(agents!.map(({ answer }) => answer ?? "")).toEqual(traces.flatMap(({ answers }) => answers));
        for (const { conversation, scores: told } of nonEmpty(agents!))
          expect(told).toEqual(
            Object.fromEntries(Object.entries(scores.get(conversation!)!).map(([name, { value }]) => [name, value])),
          );
        const sum = (at: 0 | 1) => requests!.reduce((total, { tokens }) => total + (tokens[at] ?? 0), 0);
        const total = (part: "tokens_in" | "tokens_out") => traces.reduce((all, trace) => all + trace[part]!, 0);
        expect([sum(0), sum(1)]).toEqual([total("tokens_in"), total("tokens_out")]);
        expect(tools!.map(({ tool, arguments: given, result }) => [tool, given, JSON.parse(result)])).toEqual(
          calls.map((call) => [call.tool, call.arguments, asRead(call.preview)]),
        );
      }
    },
  );

  itUnless(missingLatex(), "compiles as one LaTeX document", () => {
    execute("pdflatex", [
      "-interaction=nonstopmode",
      "-halt-on-error",
      `-output-directory=${cwd}`,
      "-jobname=all",
      `\\makeatletter\\def\\input@path{{${join(cwd, "out", "latex")}/}}\\makeatother\\input{main.tex}`,
    ]);
  });
});

describe("pack", () => {
  it("makes a copy for double-blind review, with figures and report: it verifies, scores the same, and names nobody", async () => {
    expect((await runCli(["runs", "pack", "latest", "--to", "blind.zip", "--anonymise"], { cwd })).code).toBe(0);
    expect((await runCli(["runs", "unpack", "blind.zip", "--to", "blind"], { cwd })).code).toBe(0);
    const verified = await runCli(["runs", "verify", "blind"], { cwd });
    expect(verified.code, verified.out).toBe(0);
    const scores = await readFile(join(cwd, "blind", "metrics", "per_execution.csv"), "utf8");
    const original = await readFile(join(run, "metrics", "per_execution.csv"), "utf8");
    const names = ["explorer", "planner", "sprinter"];
    expect(scores).toBe(names.reduce((text, name, at) => text.replaceAll(`,${name},`, `,model-${at + 1},`), original));
    const telling = /(?<![\p{L}_])(?:explorer|planner|sprinter)(?![\p{L}_])/u;
    for (const entry of nonEmpty(await readdir(join(cwd, "blind"), { recursive: true, withFileTypes: true }))) {
      expect(entry.name).not.toMatch(telling);
      if (!entry.isFile() || !/\.(json|jsonl|csv|md|tex|yaml)$/.test(entry.name)) continue;
      const text = await readFile(join(entry.parentPath, entry.name), "utf8");
      expect(telling.exec(text)?.[0], entry.name).toBeUndefined();
      expect(text.includes(cwd), entry.name).toBe(false);
    }
  });

  it("keeps a run in one file that verifies elsewhere; twice the same bytes", async () => {
    for (const name of ["a.zip", "b.zip"])
      expect(await runCli(["runs", "pack", "latest", "--to", name], { cwd })).toMatchObject({ code: 0 });
    expect((await readFile(join(cwd, "a.zip"))).equals(await readFile(join(cwd, "b.zip")))).toBe(true);
    const nowhere = await runCli(["runs", "pack", "latest", "--to", "missing/c.zip"], { cwd });
    expect([nowhere.code, nowhere.errors]).toEqual([1, expect.stringContaining("its folder is not there")]);
    expect((await runCli(["runs", "unpack", "a.zip", "--to", "elsewhere/run"], { cwd })).code).toBe(0);
    expect((await runCli(["runs", "verify", "elsewhere/run"], { cwd })).out).toContain("✓ files");
    await writeFile(join(cwd, "elsewhere", "run", "metrics", "summary.json"), "{}");
    const after = await runCli(["runs", "verify", "elsewhere/run"], { cwd });
    expect(after.code).toBe(1);
    expect(after.out).toMatch(
      /✗ metrics\/summary.json +changed since score wrote it\n +-> scopebench runs stage score/,
    );
  });

  it("finds and names one flipped bit wherever it is: 5 drawn places, the last byte, a file's name", async () => {
    const { unpackRun } = await import("../../harness/run/pack/unpack-run.ts");
    const bytes = await readFile(join(cwd, "a.zip"));
    const random = makeRandom("flips", 1);
    const places = Array.from({ length: 5 }, () => randomInteger(random, bytes.length));
    for (const at of [...places, bytes.length - 1, bytes.lastIndexOf("run_config.json")]) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1;
      await writeFile(join(cwd, "flipped.zip"), flipped);
      const problem = await unpackRun(join(cwd, "flipped.zip"), join(cwd, "flipped")).catch((error) => error);
      expect(problem.message, `byte ${at}`).toMatch(/was changed after it was packed|is not opened/);
      expect(problem.problems[0], `byte ${at}`).toMatch(/: |archive's own/);
    }
    expect(await readdir(cwd)).not.toContain("flipped");
  });

  it("refuses a run that holds a secret: the value of a named variable always, what looks like a key unless allowed", async () => {
    await cp(run, join(cwd, "leaky"), { recursive: true });
    await writeFile(join(cwd, "leaky", "metrics", "note.json"), `AKIA${"A".repeat(16)}`);
    const looks = await runCli(["runs", "pack", "leaky", "--to", "leak.zip"], { cwd });
    expect(looks.code).toBe(1);
    expect(looks.errors).toContain("metrics/note.json: looks like an AWS access key");
    expect((await runCli(["runs", "pack", "leaky", "--to", "leak.zip", "--allow-lookalikes"], { cwd })).code).toBe(0);
    const environment = { SCOPEBENCH_NEO4J_PASSWORD: `AKIA${"A".repeat(16)}` };
    const known = await runCli(["runs", "pack", "leaky", "--to", "known.zip", "--allow-lookalikes"], {
      cwd,
      environment,
    });
    expect(known.errors).toContain("metrics/note.json: the value of SCOPEBENCH_NEO4J_PASSWORD");
    expect(known.errors).not.toContain(environment.SCOPEBENCH_NEO4J_PASSWORD);
    expect(known.code).toBe(1);
  });
});
