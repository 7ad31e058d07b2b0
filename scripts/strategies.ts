/**
 * Every fixed retrieval strategy and both agents at every re-rank level, by three stand-ins, on any corpora:
 * NDCG@10, R@10, functional pass in % and median seconds of an execution as a Markdown table a corpus, then the paired tests of
 * workflows. Runs are kept, and a second call goes on with what is missing. A folder whose types need roles is imported with them first:
 * `hadoop-bugs:bug_report=test_case`. The level `cross_encoder` is run where one is given: a folder (`scripts/cross-encoder.ts` makes
 * one), or an endpoint.
 *
 *   node --import tsx scripts/strategies.ts --runs <folder> [--models explorer,planner] [--cross-encoder <folder> | <address>,<model>]
 *     [telecom] [<corpus folder>[:<type>=<role>,...]...]
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
import { median } from "../measure/statistics/basics/describe.ts";
import { argumentsOf } from "./arguments.ts";
import { corpusFolder } from "./corpus-folder.ts";

const BIN = fileURLToPath(new URL("../harness/bin.ts", import.meta.url));
const STRATEGIES = ["keyword_rag", "vector_rag", "hybrid_rag", "graph_rag", "graph_rag_oracle", ...AGENTIC_WORKFLOWS];
const METRICS = ["ndcg@10", "recall@10", "functional_pass"] as const;
const { values: flags, positionals } = argumentsOf(import.meta.filename, {
  models: { type: "string", default: "explorer,planner,sprinter" },
  runs: { type: "string", default: "runs/strategies" },
  "cross-encoder": { type: "string" },
});
const [place, reranker] = flags["cross-encoder"]?.split(",") ?? [];
const LEVELS = ["", "_llm_listwise", ...(place ? ["_cross_encoder"] : [])];
const WORKFLOWS = STRATEGIES.flatMap((strategy) => LEVELS.map((level) => `${strategy}${level}`));

for (const given of positionals.length > 0 ? positionals : ["telecom"]) {
  const corpus = await corpusFolder(given, flags.runs);
  const runs = join(flags.runs, basename(corpus));
  const run = (await newest(runs)) ?? (await begin(corpus, runs));
  const quiet = $({ nothrow: true, stdio: ["ignore", "pipe", "inherit"] });
  await quiet`${process.execPath} --import tsx ${BIN} resume ${run} --until score`;
  const results = await readResults(run);
  console.log([`## ${basename(corpus)}`, "", ...tableOf(results), "", ...testsOf(results), ""].join("\n"));
}

async function newest(runs: string): Promise<string | null> {
  const names = await readdir(runs).catch(() => []);
  const last = names
    .filter((name) => /^\d{4}-/.test(name))
    .sort()
    .at(-1);
  return last === undefined ? null : join(runs, last);
}

/** Its scenarios alone: the rest is `resume`'s, as after a crash. */
async function begin(corpus: string, runs: string): Promise<string> {
  const config = {
    corpus: corpus === "telecom" ? { type: "telecom", seed: 7 } : { type: "folder", path: corpus },
    models: flags.models.split(",").map((name) => ({ name, provider: "policy", model: name })),
    ...{ workflows: WORKFLOWS, knowledge: ["prompt"], baselines: ["keyword", "vector", "hybrid", "graph_oracle"] },
    ...(place && {
      cross_encoder: reranker ? { base_url: place, model: reranker } : { protocol: "onnx", path: resolve(place) },
    }),
  };
  await mkdir(runs, { recursive: true });
  const file = join(runs, "bench.yaml");
  await writeFile(file, stringify(config));
  await $`${process.execPath} --import tsx ${BIN} run --until generate -c ${file} --runs-dir ${runs}`;
  const run = await newest(runs);
  if (run === null) throw new Error(`${runs} holds no run`);
  return run;
}

/** A row a workflow, a column a model. */
function tableOf({ summary, durations }: Results): string[] {
  const models = [...new Set(summary.configurations.map(({ model }) => model))];
  const rows = WORKFLOWS.map((workflow) => {
    const cells = models.map((model) => {
      const row = summary.configurations.find((one) => one.model === model && one.workflow === workflow);
      const own = durations.filter((one) => one.model === model && one.workflow === workflow);
      const [ndcg, recall, pass] = METRICS.map((metric) => row?.metrics[metric]?.mean ?? null);
      const seconds = median(own.map((one) => one.seconds));
      return [share(ndcg), share(recall), pass == null ? "-" : decimal(100 * pass, 0), share(seconds)].join(" / ");
    });
    return `| ${[`\`${workflow}\``, ...cells].join(" | ")} |`;
  });
  return [`| | ${models.join(" | ")} |`, `|---|${"---|".repeat(models.length)}`, ...rows];
}

function share(value: number | null | undefined): string {
  return value == null ? "-" : decimal(value, 2).replace(/^0\./, ".");
}

/** Means over models of each pair of workflows on the same scenarios, Holm over all pairs of a metric. */
function testsOf({ differences }: Results): string[] {
  return METRICS.flatMap((metric) => {
    const pairs = differences
      .find((one) => one.metric === metric)
      ?.factors.filter(({ factor }) => factor === "workflow");
    if (!pairs) return [];
    const significant = pairs.filter(({ holm_p }) => holm_p !== null && holm_p < 0.05);
    const named = significant.map(
      ({ first, second, difference, holm_p }) =>
        `${first} - ${second} ${decimal(difference!, 2)} (p ${decimal(holm_p!, 3)})`,
    );
    return [`${metric}: ${significant.length} of ${pairs.length} pairs of workflows differ. ${named.join("; ")}`, ""];
  });
}
