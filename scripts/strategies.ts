/**
 * Every fixed retrieval strategy and both agents at every re-rank level, by three stand-ins, on any corpora. Prints three Markdown
 * tables over all corpora: NDCG@10 and functional pass at the three levels, and what the cross-encoder adds. Runs are kept, and a second call goes on with what is missing: workflows that no run of the corpus has become a run of their own. A folder whose types need roles is imported with them first:
 * `hadoop-bugs:bug_report=test_case`. The level `cross_encoder` is run where one is given: a folder (`scripts/cross-encoder.ts` makes
 * one), or an endpoint.
 *
 *   node --import tsx scripts/strategies.ts --runs <folder> [--models explorer,planner] [--cross-encoder <folder> | <address>,<model>]
 *     [--workflows keyword_rag,keyword_rag_cross_encoder] [telecom] [<corpus folder>[:<type>=<role>,...]...]
 */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { $ } from "zx";
import { AGENTIC_WORKFLOWS } from "../agent/contract/contract.ts";
import { decimal } from "../harness/print/format.ts";
import { readResults } from "../harness/results/analyses/read-results.ts";
import type { Results } from "../harness/results/analyses/results.ts";
import { argumentsOf } from "./arguments.ts";
import { corpusFolder } from "./corpus-folder.ts";

const BIN = fileURLToPath(new URL("../harness/bin.ts", import.meta.url));
const STRATEGIES = ["keyword_rag", "vector_rag", "hybrid_rag", "graph_rag", "graph_rag_oracle", ...AGENTIC_WORKFLOWS];
const { values: flags, positionals } = argumentsOf(import.meta.filename, {
  models: { type: "string", default: "explorer,planner,sprinter" },
  runs: { type: "string", default: "runs/strategies" },
  "cross-encoder": { type: "string" },
  workflows: { type: "string" },
});
const [place, reranker] = flags["cross-encoder"]?.split(",") ?? [];
const LEVELS = ["", "_llm_listwise", ...(place ? ["_cross_encoder"] : [])];
const MODELS = flags.models.split(",");
const WORKFLOWS =
  flags.workflows?.split(",") ?? STRATEGIES.flatMap((strategy) => LEVELS.map((level) => `${strategy}${level}`));

const measured = new Map<string, Results[]>();
for (const given of positionals.length > 0 ? positionals : ["telecom"]) {
  const corpus = await corpusFolder(given, flags.runs);
  const runs = join(flags.runs, basename(corpus));
  const quiet = $({ nothrow: true, stdio: ["ignore", "pipe", "inherit"] });
  const done: Results[] = [];
  const go = async (run: string) => {
    await quiet`${process.execPath} --import tsx ${BIN} resume ${run} --until score`;
    done.push(await readResults(run));
  };
  for (const run of await runsIn(runs)) await go(run);
  const known = new Set(done.flatMap(({ summary }) => summary.configurations.map(({ workflow }) => workflow)));
  const missing = WORKFLOWS.filter((workflow) => !known.has(workflow));
  if (missing.length > 0) await go(await begin(corpus, { runs, workflows: missing }));
  measured.set(basename(corpus), done);
}
for (const metric of ["ndcg@10", "functional_pass"] as const) print(levelsOf(metric));
print(effectsOf());

/** In order of time. */
async function runsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const runs = names.filter((name) => /^\d{4}-/.test(name)).sort();
  return runs.map((name) => join(folder, name));
}

/** Its scenarios alone: the rest is `resume`'s, as after a crash. */
async function begin(
  corpus: string,
  { runs, workflows }: { runs: string; workflows: readonly string[] },
): Promise<string> {
  const config = {
    corpus: corpus === "telecom" ? { type: "telecom", seed: 7 } : { type: "folder", path: corpus },
    models: MODELS.map((name) => ({ name, provider: "policy", model: name })),
    ...{ workflows, knowledge: ["prompt"], baselines: [] },
    ...(place && {
      cross_encoder: reranker ? { base_url: place, model: reranker } : { protocol: "onnx", path: resolve(place) },
    }),
  };
  await mkdir(runs, { recursive: true });
  const file = join(runs, "bench.yaml");
  await writeFile(file, stringify(config));
  await $`${process.execPath} --import tsx ${BIN} run --until generate -c ${file} --runs-dir ${runs}`;
  const run = (await runsIn(runs)).at(-1);
  if (run === undefined) throw new Error(`${runs} holds no run`);
  return run;
}

/** A row a strategy and model; for each corpus the means without a re-ranker, with the model as one, with the cross-encoder. */
function levelsOf(metric: "ndcg@10" | "functional_pass"): string[][] {
  return [
    ["strategy", "model", ...measured.keys()],
    ...STRATEGIES.flatMap((strategy) =>
      MODELS.map((model) => [
        `\`${strategy}\``,
        model,
        ...[...measured.values()].map((runs) =>
          LEVELS.map((level) =>
            runs
              .flatMap(({ summary }) => summary.configurations)
              .find(isOf({ model, workflow: `${strategy}${level}` })),
          )
            .map((row) => share(row?.metrics[metric]?.mean))
            .join(" / "),
        ),
      ]),
    ),
  ];
}

/** What the cross-encoder adds to NDCG@10 and R@10 of each strategy, scenario by scenario; Holm over all such pairs of a run. */
function effectsOf(): string[][] {
  return [
    ["strategy", "model", ...[...measured.keys()].flatMap((corpus) => [`${corpus}, NDCG@10`, `${corpus}, R@10`])],
    ...STRATEGIES.flatMap((strategy) =>
      MODELS.map((model) => [
        `\`${strategy}\``,
        model,
        ...[...measured.values()].flatMap((runs) =>
          (["ndcg@10", "recall@10"] as const).map((metric) => {
            const own = runs
              .flatMap(({ node_effects }) => node_effects)
              .find(
                (row) =>
                  row.node === "cross-encoder" &&
                  row.model === model &&
                  row.metric === metric &&
                  row.first === `${strategy}_cross_encoder`,
              );
            if (own?.difference == null) return "-";
            return `${decimal(own.difference, 2)} (${own.holm_p === null ? "no p" : `p ${decimal(own.holm_p, 3)}`})`;
          }),
        ),
      ]),
    ),
  ];
}

function isOf(wanted: { model: string; workflow: string }) {
  return ({ model, workflow }: { model: string; workflow: string }) =>
    model === wanted.model && workflow === wanted.workflow;
}

function share(value: number | null | undefined): string {
  return value == null ? "-" : decimal(value, 2).replace(/^0\./, ".");
}

function print([columns = [], ...rows]: string[][]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  console.log([line(columns), `|${"---|".repeat(columns.length)}`, ...rows.map(line), ""].join("\n"));
}
