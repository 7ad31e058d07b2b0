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
import type { BaselineName } from "../harness/record/domain/baseline-names.ts";
import { runPath } from "../harness/record/run-directory/paths.ts";
import { BASELINES } from "../harness/results/baselines/registry.ts";
import { showCell } from "../harness/results/table-format/show-cell.ts";
import type { Table } from "../harness/results/table-format/table.ts";
import { argumentsOf } from "./arguments.ts";
import { ROOT } from "./figures/pages.ts";

const { positionals, values } = argumentsOf(import.meta.filename, { "cross-encoder": { type: "string" } });
const [folder = ""] = positionals;
const model = values["cross-encoder"];
const crossEncoder = model === undefined ? undefined : { protocol: "onnx" as const, path: resolve(model) };
const names: BaselineName[] = ["keyword", "vector", "hybrid", ...(crossEncoder ? (["reranked"] as const) : [])];

const work = mkdtempSync(join(tmpdir(), "scopebench-fault-search-"));
try {
  const run = runSuite();
  const isRanker = (label: unknown) => names.some((name) => BASELINES[name].label === label);
  printTable(
    run,
    "faults",
    ({ documents, part, system }) => (documents === "reports" || part === "all") && isRanker(system),
  );
  printTable(run, "fault_pairs", ({ part, first, second }) => part === "all" && isRanker(first) && isRanker(second));
  printTable(run, "fault_times", ({ system }) => isRanker(system));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function runSuite(): string {
  const example = parse(readFileSync(join(ROOT, "examples/faults/bench.yaml"), "utf8")) as object;
  const config = { ...example, corpus: resolve(folder), baselines: names, cross_encoder: crossEncoder };
  writeFileSync(join(work, "bench.yaml"), stringify(config));
  const args = ["run", "-c", "bench.yaml", "--until", "score"];
  execFileSync(process.execPath, [join(ROOT, "harness/scopebench.mjs"), ...args], {
    ...{ cwd: work, env: { ...process.env, SCOPEBENCH_CACHE: join(work, "cache") } },
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

function print(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}
