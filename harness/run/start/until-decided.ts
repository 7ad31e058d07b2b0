import { basename, dirname, resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { hashOf } from "../../../base/hash.ts";
import { UserError } from "../../../base/user-error.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import type { PlannedSeries } from "../../record/domain/looks.ts";
import { candidateHash } from "../../record/run-directory/create.ts";
import { listRuns } from "../../record/run-directory/find.ts";
import { readManifest, updateManifest } from "../../record/run-directory/manifest.ts";
import { openRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { loadSource } from "../../results/compare/load-source.ts";
import { decideInLooks, type Series } from "../../results/compare/sequential/decide-in-looks.ts";
import { planFor } from "../../results/compare/sequential/plan-for.ts";
import { stopText } from "../../results/compare/sequential/sentences.ts";
import { readScoredRun } from "../../results/compare/sources/read-run.ts";

interface OfRun {
  runDirectory: string;
  config: Config;
  io: Io;
}

/** Reads the baseline before anything is made, so that one that is not there costs nothing. */
export async function checkBaseline(name: string, { io, runsDir }: { io: Io; runsDir: string }): Promise<void> {
  await loadSource(name, { io, runsDir, trec: null });
}

/** Freezes order and looks in the manifest of a run that has not begun: from the baseline and the run's own name alone. */
export async function planSeries({ runDirectory, config, io }: OfRun, baseline: string): Promise<void> {
  const source = await loadSource(baseline, { io, runsDir: config.runs_dir, trec: null });
  const { run_id } = await readManifest(runDirectory);
  const { run_id: baseline_run } = source.provenance;
  const planned = planFor(source, { gate: config.gate, seed: `${baseline_run} ${run_id}` });
  const candidate = await candidateHash(config);
  const series: PlannedSeries = {
    ...{ baseline: await placeOf(baseline, source.kind, { config, io }), baseline_run },
    ...{ planned, released: planned.looks[0]!.scenarios, candidate },
    earlier: await earlierSeries(config.runs_dir, { baseline_run, candidate }),
  };
  await updateManifest(runDirectory, () => ({ series }));
}

/** Where it is, for a resume from another folder: a run beside this one by its name, anything else by its path. */
async function placeOf(
  name: string,
  kind: string,
  { config: { runs_dir: runsDir }, io }: Omit<OfRun, "runDirectory">,
): Promise<string> {
  if (kind !== "run") return resolve(io.cwd, name);
  const { runDirectory } = await openRun(name, { io, runsDir });
  return dirname(runDirectory) === resolve(runsDir) ? basename(runDirectory) : runDirectory;
}

/** Whoever reruns one candidate until it is green has other error rates: the series before are counted. */
async function earlierSeries(
  runsDirectory: string,
  { baseline_run, candidate }: Pick<PlannedSeries, "baseline_run" | "candidate">,
): Promise<PlannedSeries["earlier"]> {
  const found: PlannedSeries["earlier"] = [];
  for (const name of await listRuns(runsDirectory)) {
    const series = await readManifest(resolve(runsDirectory, name)).then(
      (manifest) => manifest.series,
      () => undefined,
    );
    if (series?.baseline_run !== baseline_run || series.candidate !== candidate) continue;
    const looks = series.planned.looks.filter(({ scenarios }) => scenarios <= series.released).length;
    found.push({ run: name, looks });
  }
  return found;
}

/** Of other questions the plan says nothing. */
export async function requireSameScenarios({ runDirectory }: OfRun): Promise<void> {
  const { planned, baseline } = (await readManifest(runDirectory)).series!;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const asked = new Set(scenarios.map(({ id }) => id));
  const known = new Set(planned.order);
  const [more, fewer] = [scenarios.filter(({ id }) => !known.has(id)), planned.order.filter((id) => !asked.has(id))];
  if (more.length + fewer.length === 0) return;
  throw new UserError("usage", `this run has other scenarios than ${baseline}`, {
    problems: [
      ...(more.length > 0 ? [`${more.length} are not in the baseline, such as ${more[0]!.id}`] : []),
      ...(fewer.length > 0 ? [`${fewer.length} are only in the baseline, such as ${fewer[0]}`] : []),
    ],
    hint: "--until-decided compares with the baseline scenario by scenario: run the scenarios that it has",
  });
}

/** What was executed by other code, or by a model that is served as another one, is another candidate. */
export async function beforeLook({ runDirectory, config, io }: OfRun): Promise<void> {
  const { series, served_models, stages, ...manifest } = await readManifest(runDirectory);
  if (!series || series.void !== undefined) return;
  const isOther = (await candidateHash(config)) !== series.candidate;
  const systems = hashOf([manifest.system, manifest.subjects ?? [], manifest.tools, manifest.judge_fingerprints]);
  const isFirst = series.systems === undefined && stages.score?.status === "complete";
  if (isFirst) await updateManifest(runDirectory, () => ({ series: { ...series, systems } }));
  const swapped = Object.entries(served_models).filter(([, ids]) => ids.length > 1);
  const why = [
    ...(isOther ? ["its code or configuration is another than when its looks were planned"] : []),
    ...((series.systems ?? systems) === systems
      ? []
      : ["its agents, tools or judges are others than at the first look"]),
    ...swapped.map(([name, ids]) => `${name} was served as ${ids.join(" and ")}`),
  ].join("; ");
  if (why === "") return;
  await updateManifest(runDirectory, () => ({ series: { ...series, void: why } }));
  io.error(printable(` · the plan is void: ${why}`, { singleLine: true }));
}

/** Asks the gate; where it has not decided, the scenarios of the next look may be executed. False: there is nothing more to execute. */
export async function goesOn(run: OfRun): Promise<boolean> {
  await beforeLook(run);
  const { runDirectory, io } = run;
  const { series } = await readManifest(runDirectory);
  if (!series || series.void !== undefined) return false;
  const found = await lookAt(run, series);
  io.error(found ? ` · ${stopText(found)}` : " · not comparable: nothing more is executed");
  const next = series.planned.looks.find(({ scenarios }) => scenarios > series.released);
  // A look of which a lost server or a ceiling left something is not over.
  if (found?.stopped !== "open" || found.scenarios < series.released || !next) return false;
  await updateManifest(runDirectory, ({ stages }) => ({
    series: { ...series, released: next.scenarios },
    stages: { ...stages, execute: { ...stages.execute!, status: "running" } },
  }));
  io.error(` · ${countOf(next.scenarios - series.released, "scenario")} more`);
  return true;
}

async function lookAt(
  { runDirectory, config, io }: OfRun,
  { baseline, planned }: PlannedSeries,
): Promise<Series | null> {
  const sides = {
    baseline: await loadSource(baseline, { io, runsDir: config.runs_dir, trec: null }),
    candidate: await readScoredRun(runDirectory, config),
  };
  return decideInLooks({ ...sides, metrics: null, allow: [], config: config.gate, gate: true }, planned).series;
}
