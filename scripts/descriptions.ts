/**
 * A ReAct agent whose tools are described in full and compactly (factor `descriptions`), by a model at an address, over the same scenarios: what an
 * execution takes and brings, and the paired differences with Student's 95 % intervals. The model is meant to be the one of examples/local-model,
 * started with `--whole-tools`: else its server shortens descriptions itself. The run is kept, and a second call goes on. Prints Markdown.
 *
 *   node --import tsx scripts/descriptions.ts --address http://127.0.0.1:8080/v1 --runs <folder> [--scenarios 6]
 */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { readCsv } from "../harness/print/tabular/read-csv.ts";
import { mean } from "../measure/statistics/basics/describe.ts";
import { clusteredTInterval } from "../measure/statistics/intervals/clustered-t.ts";
import { argumentsOf } from "./arguments.ts";
import { startScopebench } from "./spread-run/process.ts";

const { values: flags } = argumentsOf(import.meta.filename, {
  address: { type: "string", default: "http://127.0.0.1:8080/v1" },
  runs: { type: "string", default: "runs/descriptions" },
  scenarios: { type: "string", default: "6" },
});
const LEVELS = ["full", "compact"] as const;
const MEASURES = [
  ["tokens_in", "tokens in", 0],
  ["tokens_out", "tokens out", 0],
  ["tool_calls", "tool calls", 2],
  ["tool_errors", "of them failed", 2],
  ["ndcg@10", "NDCG@10", 2],
  ["functional_pass", "functional pass", 2],
] as const;

type Row = Readonly<Record<string, string | null>>;

const folder = resolve(flags.runs);
const run = (await runIn(folder)) ?? null;
await finish(run === null ? ["run", "-c", await writeConfig(), "--runs-dir", folder] : ["resume", join(folder, run)]);
const { rows } = await readCsv(join(folder, (await runIn(folder))!, "metrics", "per_execution.csv"));
print(rows);

async function runIn(runs: string): Promise<string | undefined> {
  return (await readdir(runs).catch(() => [])).find((name) => /^\d{4}-/.test(name));
}

async function finish(command: readonly string[]): Promise<void> {
  const { ended, said } = startScopebench(...command, "--until", "score");
  const { code } = await ended;
  if (code !== 0 && code !== 2) throw new Error(`exit ${code}: ${said().slice(-3_000)}`);
}

/** As in the example, within what a model this small holds and a slow machine can wait for. */
async function writeConfig(): Promise<string> {
  const model = {
    ...{ name: "smollm2-135m", provider: "openai", model: "smollm2-135m", base_url: flags.address },
    ...{ context_window: 8192, max_output_tokens: 60, max_retries: 0, stream: true, price: { input: 0, output: 0 } },
  };
  const config = {
    corpus: { type: "telecom", seed: 7, scale: 0.01 },
    scenarios: { total: 12, limit: Number(flags.scenarios) },
    models: [model],
    ...{ workflows: ["react"], knowledge: ["prompt"], factors: { descriptions: [...LEVELS] } },
    tool_families: ["identifier"],
    limits: {
      ...{ preview_rows: 3, preview_chars: 600 },
      ...{ max_tool_calls: 1, max_model_calls: 3, turn_cutoff_s: 3000 },
    },
    ...{ baselines: [], concurrency: 1 },
  };
  await mkdir(folder, { recursive: true });
  const file = join(folder, "bench.yaml");
  await writeFile(file, stringify(config));
  return file;
}

function print(all: readonly Row[]): void {
  const [full, compact] = LEVELS.map(
    (level) => new Map(all.filter((row) => row["f.descriptions"] === level).map((row) => [row.scenario_id, row])),
  );
  const pairs = [...full!].flatMap(([id, row]) => (compact!.has(id) ? [[row, compact!.get(id)!] as const] : []));
  if (pairs.length === 0) throw new Error("no scenario was executed with both descriptions");
  const ended = (rows: Iterable<Row>) => [...rows].filter(({ outcome }) => outcome === "success").length;
  const lines = [
    ["of an execution", ...LEVELS, "compact less full", "95 % interval", "scenarios"],
    Array.from({ length: 6 }, () => "---"),
    ["ended well", ended(full!.values()), ended(compact!.values()), "", "", pairs.length],
    ...MEASURES.map(([column, label, digits]) => {
      const both = pairs.flatMap((pair) => {
        const [a, b] = pair.map((row) => row[column] ?? "");
        return a === "" || b === "" ? [] : [[Number(a), Number(b)] as const];
      });
      const differences = both.map(([a, b]) => b - a);
      const { low, high } = clusteredTInterval(differences);
      const shown = (value: number | null) => (value === null ? "-" : value.toFixed(digits).replace("-", "−"));
      return [
        ...[label, shown(mean(both.map(([a]) => a))), shown(mean(both.map(([, b]) => b)))],
        ...[shown(mean(differences)), low === null ? "-" : `${shown(low)} to ${shown(high)}`, both.length],
      ];
    }),
  ];
  for (const cells of lines) console.log(`| ${cells.join(" | ")} |`);
}
