import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { readJsonLines } from "../../../base/json-lines.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { UserError } from "../../../base/user-error.ts";
import { writeFile } from "../../../base/write-file.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { runStages } from "../../dag/runner.ts";
import type { Services } from "../../dag/services.ts";
import type { Stage } from "../../dag/stage.ts";
import { checkStage } from "../../dag/staleness.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Effects } from "../../record/effects.ts";
import { rankingsOf } from "../../record/run-directory/baseline-records.ts";
import { readCorpusIds } from "../../record/run-directory/corpus-ids.ts";
import type { StageName } from "../../record/run-directory/graph.ts";
import { type Manifest, readManifest, writeManifest } from "../../record/run-directory/manifest.ts";
import { pathsOf, RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { beginChecksums, recordOutputs } from "../../record/run-directory/record-files.ts";
import { RECORD_SCHEMAS, type RecordPart, recordPath } from "../../record/run-directory/records.ts";
import { type Aliases, makeAliases } from "./aliases.ts";
import { hiddenConfig, hiddenManifest } from "./hidden-config.ts";
import { makeRewrite, type Rewrite, rewriteDeep } from "./rewrite.ts";
import { vocabularyOf } from "./vocabulary.ts";

export interface AnonymiseOptions {
  runDirectory: string;
  config: Config;
  manifest: Manifest;
  /** A folder that is not there yet. */
  target: string;
  stages: readonly Stage[];
  services: Services;
  effects: Effects;
  cwd: string;
  signal: AbortSignal;
}

/** These are computed from the others, so they are made anew and not rewritten. */
const DERIVED: readonly StageName[] = ["score", "plots", "report"];

/**
 * A copy of a run for double-blind review: models, judges and endpoints become `model-1`, `judge-1`; folders, host, git
 * commit and names of variables go; whatever text holds one of those names is rewritten. Scores, figures and report are
 * computed anew, so the copy verifies; ratings, judging tasks and probes are left out. Gives the aliases, which belong to the author and not into the copy.
 * @throws UserError `run-directory` where a score would differ: a name stood in text that is scored.
 */
export async function anonymiseRun(options: AnonymiseOptions): Promise<Aliases> {
  const { runDirectory, config, manifest, target, stages, services, effects, signal } = options;
  const aliases = makeAliases(config, manifest, options.cwd);
  const rewrite = makeRewrite(aliases, await wordsOf(runDirectory, aliases));
  const hidden = hiddenConfig(config, rewrite);
  await makeFolder(target);
  for (const part of ["scenarios", "corpusIds", "patterns"] as const)
    if (existsSync(runPath(runDirectory, part))) await cp(runPath(runDirectory, part), runPath(target, part));
  await writeFile(runPath(target, "config"), `${JSON.stringify(hidden, null, 2)}\n`);
  for (const part of Object.keys(RECORD_SCHEMAS) as RecordPart[]) await copyRecords(part, { options, hidden, rewrite });
  await copyPrompts(options, rewrite);
  for (const name of config.baselines)
    await copyLines([runDirectory, target].map((run) => rankingsOf(run, name).path) as [string, string], rewrite);
  await beginChecksums(target, [RUN_PATHS.config]);
  await writeManifest(target, hiddenManifest(manifest, rewrite));
  await keepStages(options, hidden);
  const derived = stages.filter(({ name }) => DERIVED.includes(name));
  await runStages(derived, { runDirectory: target, config: hidden, effects, services, signal }, () => undefined);
  await refuseOtherScores(options);
  return aliases;
}

interface Copy {
  options: AnonymiseOptions;
  hidden: Config;
  rewrite: Rewrite;
}

async function copyRecords(part: RecordPart, { options, hidden, rewrite }: Copy): Promise<void> {
  const renamed = configurationsOf(hidden);
  for (const [index, configuration] of configurationsOf(options.config).entries()) {
    const from = recordPath({ runDirectory: options.runDirectory, part, configuration });
    const to = recordPath({ runDirectory: options.target, part, configuration: renamed[index]! });
    await copyLines([from, to], rewrite);
  }
}

/** They keep their names, by which requests refer to them. */
async function copyPrompts({ runDirectory, target }: AnonymiseOptions, rewrite: Copy["rewrite"]): Promise<void> {
  const [from, to] = [runDirectory, target].map((run) => runPath(run, "prompts")) as [string, string];
  if (!existsSync(from)) return;
  await mkdir(to);
  for (const name of await readdir(from))
    await writeFile(join(to, name), rewrite.text(await readFile(join(from, name), "utf8")));
}

async function copyLines([from, to]: [string, string], rewrite: Copy["rewrite"]): Promise<void> {
  if (!existsSync(from)) return;
  const lines = (await readJsonLines(from)).map((record) => `${JSON.stringify(rewriteDeep(record, rewrite))}\n`);
  await makeFolder(dirname(to));
  await writeFile(to, lines.join(""));
}

/** Ids of the corpus are words of the records, too: of them only those that are a name as well are kept in mind. */
async function wordsOf(runDirectory: string, aliases: Aliases): Promise<ReadonlySet<string>> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const { ids } = await readCorpusIds(runDirectory);
  return vocabularyOf(
    scenarios,
    ids.filter((id) => aliases.has(id)),
  );
}

/** The stages whose records were copied stay complete, under the keys of the copy. */
async function keepStages({ target, manifest, stages }: AnonymiseOptions, hidden: Config): Promise<void> {
  for (const stage of stages) {
    const state = manifest.stages[stage.name];
    if (DERIVED.includes(stage.name) || state?.status !== "complete") continue;
    const copy = await readManifest(target);
    const { inputs } = await checkStage(stage, { runDirectory: target, config: hidden, manifest: copy });
    const outputs = await recordOutputs(target, pathsOf(stage.writes));
    const kept = { ...state, inputs, outputs, output_hash: undefined };
    await writeManifest(target, { ...copy, stages: { ...copy.stages, [stage.name]: kept } });
  }
}

async function refuseOtherScores({ runDirectory, target }: AnonymiseOptions): Promise<void> {
  const [before, after] = await Promise.all([runDirectory, target].map(readScoreCells));
  const different = before!.filter((line, index) => line !== after![index]);
  if (before!.length === after!.length && different.length === 0) return;
  throw new UserError(
    "run-directory",
    `${countOf(different.length, "execution")} would score otherwise without names`,
    {
      problems: different.slice(0, 5),
      hint: "a model's name stands in text that is scored; rename the model in a run of its own",
    },
  );
}

/** Lines of per_execution.csv without the model's name, which holds no comma. */
async function readScoreCells(folder: string): Promise<string[]> {
  const text = await readFile(runPath(folder, "perExecution"), "utf8");
  return text.split("\n").map((line) => {
    const [scenario, , ...rest] = line.split(",");
    return [scenario, ...rest].join(",");
  });
}
