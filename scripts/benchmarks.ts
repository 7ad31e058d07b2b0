/**
 * Runs the rankers without a model on published benchmarks, and prints their tables: ours, and what is published beside ours. The
 * explorer stand-in runs beside them, whose rules abstain on statements: it has no column.
 *
 *   node --import tsx scripts/benchmarks.ts --runs FOLDER NAME=DATA ...     such as ebt=data/ebt
 *
 * Runs are kept in FOLDER/NAME/runs; a finished one is reported again. Some minutes a benchmark.
 */
import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { $ } from "zx";
import { decimal } from "../harness/print/format.ts";
import { readManifest } from "../harness/record/run-directory/manifest.ts";
import { argumentsOf } from "./arguments.ts";

const BIN = fileURLToPath(new URL("../harness/bin.ts", import.meta.url));
const { values: flags, positionals } = argumentsOf(import.meta.filename, {
  runs: { type: "string", default: "runs/benchmarks" },
});

interface Printed {
  benchmark: string;
  collection: { counts: { documents: number; questions: number }; asked: number };
  metrics: string[];
  systems: { system: string; values: Record<string, number | null> }[];
  published: { system: string; metric: string; value: number; ours: { system: string; value: number }[] }[];
}

const results: { printed: Printed; minutes: number }[] = [];
for (const pair of positionals) {
  const [name = "", data = ""] = pair.split("=");
  results.push(await resultOf(name, resolve(data)));
}

console.log("| benchmark | documents | questions | metric | keyword | vector | hybrid | minutes |");
console.log("|---|---:|---:|---|---:|---:|---:|---:|");
for (const { printed, minutes } of results) {
  const { benchmark, collection, metrics, systems } = printed;
  // The first that a list of ten is compared by, too.
  const metric = metrics.find((each) => systems.every(({ values }) => (values[each] ?? null) !== null)) ?? metrics[0]!;
  console.log(
    row(
      ...[`\`${benchmark}\``, collection.counts.documents, collection.asked, metric],
      ...systems.slice(0, -1).map(({ values }) => decimal(values[metric], 4)),
      minutes.toFixed(1),
    ),
  );
}
console.log("\n| benchmark | metric | published | theirs | keyword | vector | hybrid |");
console.log("|---|---|---|---:|---:|---:|---:|");
for (const { printed } of results)
  for (const { system, metric, value, ours } of printed.published.filter((figure) => figure.ours.length > 0))
    console.log(
      row(
        `\`${printed.benchmark}\``,
        metric,
        system,
        decimal(value, 4),
        ...ours.slice(0, 3).map((own) => decimal(own.value, 4)),
      ),
    );

async function resultOf(name: string, data: string): Promise<{ printed: Printed; minutes: number }> {
  const cwd = join(resolve(flags.runs), name);
  await mkdir(cwd, { recursive: true });
  if (!existsSync(join(cwd, "runs"))) await bench(cwd, ["run", name, "--models", "explorer", "--from", data]);
  const printed = JSON.parse(await bench(cwd, ["report", "latest", "--json"])) as Printed;
  const [latest] = (await readdir(join(cwd, "runs")))
    .filter((entry) => /^\d{4}-/.test(entry))
    .sort()
    .reverse();
  const { stages } = await readManifest(join(cwd, "runs", latest!));
  const ms = Object.values(stages).reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  return { printed, minutes: ms / 60_000 };
}

async function bench(cwd: string, args: readonly string[]): Promise<string> {
  const tsx = import.meta.resolve("tsx");
  const { stdout } = await $({ cwd, quiet: true })`${process.execPath} --import ${tsx} ${BIN} measure bench ${args}`;
  return stdout;
}

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}
