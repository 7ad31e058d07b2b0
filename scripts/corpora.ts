/**
 * How the stand-ins and the rankers without a model do on corpora: NDCG@10 by scenario family, MAP, functional passes and abstentions;
 * how many truths are distinct, and what the corpus cannot carry. Prints Markdown, a table a corpus. A folder with a `scenarios.yaml`
 * (an imported IR collection) is asked that, any other a generated set. One workflow, one knowledge mode.
 *
 *   node --import tsx scripts/corpora.ts [--seed default|development|<n>] [--models explorer,planner] [--runs <folder to keep the runs in>] [telecom] [<corpus folder>...]
 *
 * A corpus whose types need a mapping is given with it: `data/hadoop-bugs:bug_report=test_case`.
 */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { $ } from "zx";
import { withScratchFolder } from "../base/whole-folder.ts";
import type { ScoreRecord } from "../harness/record/domain/records.ts";
import { readBaselineScores, readScores } from "../harness/record/run-directory/scores.ts";
import { wholeRecord } from "../harness/record/scores/score-records.ts";
import { FAMILIES, type ScenarioSet } from "../scenarios/set/schema.ts";
import { DEFAULT_SEED, DEVELOPMENT_SEED } from "../scenarios/set/seeds.ts";
import { argumentsOf } from "./arguments.ts";
import { corpusFolder } from "./corpus-folder.ts";

const BIN = fileURLToPath(new URL("../harness/bin.ts", import.meta.url));
const BASELINES = ["keyword", "hybrid", "oracle"];
const { values: flags, positionals } = argumentsOf(import.meta.filename, {
  seed: { type: "string", default: "default" },
  models: { type: "string", default: "explorer,planner,sprinter" },
  runs: { type: "string" },
});
const NAMED: Readonly<Record<string, number>> = { default: DEFAULT_SEED, development: DEVELOPMENT_SEED };
const seed = NAMED[flags.seed] ?? Number(flags.seed);
await (flags.runs ? main(flags.runs) : withScratchFolder("corpora", main));

async function main(folder: string): Promise<void> {
  for (const argument of positionals.length > 0 ? positionals : ["telecom"]) {
    const corpus = argument === "telecom" ? argument : await corpusFolder(argument, folder);
    const runs = join(folder, basename(corpus));
    await runOn(corpus, runs);
    const [latest] = (await readdir(runs))
      .filter((name) => /^\d{4}-/.test(name))
      .sort()
      .reverse();
    if (latest === undefined) throw new Error(`${runs} holds no run`);
    console.log(`${(await tableOf(basename(corpus), join(runs, latest))).join("\n")}\n`);
  }
}

async function runOn(corpus: string, runs: string): Promise<void> {
  const own = join(corpus, "scenarios.yaml");
  const config = {
    corpus: corpus === "telecom" ? { type: "telecom", seed: 7 } : { type: "folder", path: corpus },
    models: flags.models.split(",").map((name) => ({ name, provider: "policy", model: name })),
    ...{ workflows: ["react"], knowledge: ["prompt"], baselines: BASELINES },
    scenarios: existsSync(own) ? { file: own } : { seed },
  };
  await mkdir(runs, { recursive: true });
  const file = join(runs, "bench.yaml");
  await writeFile(file, stringify(config));
  const { exitCode, stderr } = await $({
    nothrow: true,
  })`${process.execPath} --import tsx ${BIN} run --quick -c ${file} --runs-dir ${runs}`;
  // 2: the truth itself fails, which the table shows.
  if (exitCode !== 0 && exitCode !== 2) throw new Error(stderr);
}

type Scored = Pick<ScoreRecord, "scenario_id" | "family" | "answerable" | "scores"> & { system: string };

async function tableOf(corpus: string, run: string): Promise<string[]> {
  const set = parse(readFileSync(join(run, "scenarios.yaml"), "utf8")) as ScenarioSet;
  const scored: Scored[] = [
    ...(await readScores(run)).map((record) => ({ ...wholeRecord(record), system: record.model })),
    ...(await readBaselineScores(run)).map((record) => ({ ...record, system: record.baseline })),
  ];
  const answerable = set.scenarios.filter((scenario) => scenario.answerable);
  const truths = new Set(answerable.map(({ expected_ids }) => [...expected_ids].sort().join("\n")));
  const families = FAMILIES.filter((family) => answerable.some((scenario) => scenario.family === family));
  const count = (family: string) => answerable.filter((scenario) => scenario.family === family).length;
  const head = [corpus, ...families.map((family) => `${family} (${count(family)})`)];
  const left = FAMILIES.filter((family) => !families.includes(family));
  return [
    `${set.scenarios.length} scenarios, ${answerable.length} answerable, ${truths.size} distinct truths${left.length > 0 ? `; left out: ${left.join(", ")}` : ""}`,
    "",
    `| ${[...head, "all", "MAP", "passed", "abstained rightly", "falsely"].join(" | ")} |`,
    `|---|${"---:|".repeat(families.length + 5)}`,
    ...[...new Set(scored.map(({ system }) => system))].map((system) => {
      const own = scored.filter((record) => record.system === system);
      const cells = [
        ...families.map((family) =>
          figure(
            own.filter((record) => record.family === family),
            "ndcg@10",
          ),
        ),
        ...["ndcg@10", "map", "functional_pass"].map((metric) => figure(own, metric)),
        ...["abstention_correct", "abstention_false"].map((metric) => outOf(own, metric)),
      ];
      return `| ${[system, ...cells].join(" | ")} |`;
    }),
  ];
}

function valuesOf(records: readonly Scored[], metric: string): number[] {
  return records.flatMap(({ scores }) => scores[metric]?.value ?? []);
}

function figure(records: readonly Scored[], metric: string): string {
  const values = valuesOf(records, metric);
  return values.length === 0 ? "" : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
}

function outOf(records: readonly Scored[], metric: string): string {
  const values = valuesOf(records, metric);
  return `${values.reduce((sum, value) => sum + value, 0)} of ${values.length}`;
}
