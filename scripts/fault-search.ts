/**
 * Runs the suite of faults over a tracker's reports, and prints how the earlier ones are found by keyword, dense and merged search, and
 * re-ranked where a cross-encoder is given: with intervals, each against each, and milliseconds a question.
 *
 *   node --import tsx scripts/fault-search.ts FOLDER [--cross-encoder MODEL]     a corpus folder; a folder of an ONNX model
 *
 * Some two minutes of processor time for 2,500 reports; as long again with a cross-encoder of twelve layers.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse, stringify } from "yaml";
import { crossEncode } from "../agent/workflows/rerank/cross-encoder.ts";
import { localCrossEncoder } from "../agent/workflows/rerank/local-model.ts";
import { substrateOptionsSchema } from "../db/options/substrate-options.ts";
import { openSubstrate } from "../db/substrate.ts";
import { configSchema } from "../harness/record/config/schema.ts";
import type { BaselineName } from "../harness/record/domain/baseline-names.ts";
import { readManifest } from "../harness/record/run-directory/manifest.ts";
import { runPath } from "../harness/record/run-directory/paths.ts";
import { rankWith } from "../harness/results/baselines/baseline.ts";
import { BASELINES } from "../harness/results/baselines/registry.ts";
import { showCell } from "../harness/results/table-format/show-cell.ts";
import type { Table } from "../harness/results/table-format/table.ts";
import { median } from "../measure/statistics/basics/describe.ts";
import { readScenarioSet } from "../scenarios/set-file.ts";
import { argumentsOf } from "./arguments.ts";
import { ROOT } from "./figures/pages.ts";

const { positionals, values } = argumentsOf(import.meta.filename, { "cross-encoder": { type: "string" } });
const [folder = ""] = positionals;
const model = values["cross-encoder"];
const crossEncoder = model === undefined ? undefined : { protocol: "onnx" as const, path: resolve(model) };
const names: BaselineName[] = ["keyword", "vector", "hybrid", ...(crossEncoder ? (["reranked"] as const) : [])];

const work = mkdtempSync(join(tmpdir(), "scopebench-fault-search-"));
try {
  const cache = join(work, "cache");
  const run = runSuite(cache);
  const isRanker = (label: unknown) => names.some((name) => BASELINES[name].label === label);
  printTable(run, "faults", ({ part, system }) => part !== "summary" && part !== "symptom" && isRanker(system));
  printTable(run, "fault_pairs", ({ part, first, second }) => part === "all" && isRanker(first) && isRanker(second));
  await printTimes(run, cache);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function runSuite(cache: string): string {
  const example = parse(readFileSync(join(ROOT, "examples/faults/bench.yaml"), "utf8")) as object;
  const config = { ...example, corpus: resolve(folder), baselines: names, cross_encoder: crossEncoder };
  writeFileSync(join(work, "bench.yaml"), stringify(config));
  const args = ["run", "-c", "bench.yaml", "--until", "score"];
  execFileSync(process.execPath, [join(ROOT, "harness/scopebench.mjs"), ...args], {
    ...{ cwd: work, env: { ...process.env, SCOPEBENCH_CACHE: cache } },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [name = ""] = readdirSync(join(work, "runs")).filter((entry) => /^\d{4}-/.test(entry));
  return join(work, "runs", name);
}

function printTable(run: string, name: string, keep: (row: Table["rows"][number]) => boolean): void {
  const table = JSON.parse(readFileSync(runPath(run, "tables", `${name}.json`), "utf8")) as Table;
  print(table.columns.map(({ label }) => label));
  print(table.columns.map(() => "---"));
  for (const row of table.rows.filter(keep)) print(table.columns.map((column) => showCell(row[column.key], column)));
  console.log("");
}

/** One question after the other, after all have been asked once; each pair is scored anew. */
async function printTimes(run: string, cache: string): Promise<void> {
  const { substrate: snapshot } = await readManifest(run);
  const substrate = await openSubstrate(
    snapshot?.snapshot_hash ?? "",
    substrateOptionsSchema.parse({ cacheDirectory: cache }),
  );
  const { scenarios } = await readScenarioSet(runPath(run, "scenarios"));
  const { limits } = configSchema.parse({ limits: { hybrid_pool: 15, rrf_k: 60 } });
  print(["System", "median ms", "most"]);
  print(["---", "---", "---"]);
  for (const name of names) {
    const tools = { substrate, limits, seed: 1, rerank: rerankerAnew() };
    const ask = async (at: number) => rankWith(BASELINES[name], scenarios[at]!, tools);
    await ask(0);
    const times: number[] = [];
    for (const at of scenarios.keys()) {
      const start = performance.now();
      await ask(at);
      times.push(performance.now() - start);
    }
    print([BASELINES[name].label, median(times)!.toFixed(0), Math.max(...times).toFixed(0)]);
  }
  await substrate.close();
}

function rerankerAnew() {
  if (!crossEncoder) return undefined;
  const endpoint = { ...crossEncoder, dtype: "fp32" as const, contextTokens: 512 };
  const local = localCrossEncoder(endpoint);
  return async (question: string, hits: Parameters<typeof crossEncode>[1]["hits"]) =>
    (await crossEncode({ endpoint, local, environment: {} }, { question, hits })).ids;
}

function print(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}
