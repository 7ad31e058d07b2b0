import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { rejectAfter } from "../../../measure/statistics/sequential/race.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { PlannedRace } from "../../record/domain/race.ts";
import { candidateHash } from "../../record/run-directory/create.ts";
import { readManifest, updateManifest } from "../../record/run-directory/manifest.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { judgeFaults } from "../../results/analyses/judge-faults.ts";
import { readResult } from "../../results/analyses/read-result.ts";
import { canonicalMetric, largestChange, metricFacts } from "../../results/compare/metric-facts.ts";
import { readScoredRun } from "../../results/compare/sources/read-run.ts";
import { EXECUTION_METRICS } from "../../results/metrics/execution/registry.ts";
import { planRace, RACE_DEFAULTS } from "../race/plan-race.ts";
import { largestOf, raceStanding } from "../race/run-race.ts";

interface OfRun {
  runDirectory: string;
  config: Config;
  io: Io;
}

/** A metric to race by, before anything is made. @throws UserError `usage` */
export function checkRace(name: string, config: Config): string {
  const metric = metricNamed(name);
  largestOf({ metric: metric.name, largest_change: largestChange(metric.unit) });
  const configurations = configurationsOf(config).length;
  if (configurations > 1) return metric.name;
  throw new UserError("usage", "one configuration has nobody to race", { hint: "several models, workflows or levels" });
}

function metricNamed(name: string) {
  const canonical = canonicalMetric(name);
  const metric = EXECUTION_METRICS.find((known) => known.name === canonical);
  if (metric) return metric;
  throw new UserError("usage", `no metric ${name} to race by`, {
    hint: `metrics: ${EXECUTION_METRICS.map((known) => known.name).join(", ")}`,
  });
}

/** Notes in the manifest of a run that has not begun that it is a race. Who is asked what is planned when the scenarios are known. */
export async function enterRace({ runDirectory, config }: Omit<OfRun, "io">, metric: string): Promise<void> {
  const { confidence } = RACE_DEFAULTS;
  const race: PlannedRace = {
    ...{ metric, confidence, track: [], kept: [], released: {} },
    candidate: await candidateHash(config),
  };
  await updateManifest(runDirectory, () => ({ race }));
}

/** Refuses to go on with other code, and freezes the order before anything is executed: from the scenarios and the run's own name alone. */
export async function freezeRace({ runDirectory, config }: OfRun): Promise<void> {
  const { race, run_id: seed } = await readManifest(runDirectory);
  if (!race || race.winner !== undefined) return;
  if ((await candidateHash(config)) !== race.candidate)
    throw new UserError("usage", "this race began with other code or another configuration", {
      hint: "go on with those, or start it anew: half of the field would have been asked by something else",
    });
  if (race.track.length > 0) return;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const { about } = metricNamed(race.metric);
  const told = scenarios.filter(
    ({ answerable, truth }) => truth === undefined && (about === "all" || answerable === (about === "answerable")),
  );
  const places = told.map((scenario) => ({
    ...{ id: scenario.id, family: scenario.family },
    cluster: clusterOf(scenario),
  }));
  const names = configurationsOf(config).map(configurationName);
  const { confidence, metric } = race;
  const { fresh } = RACE_DEFAULTS;
  const plan = planRace(places, { metric, confidence, fresh, seed, configurations: names.length });
  const [first] = rejectAfter(names.length, plan.track.length);
  const released = Object.fromEntries(names.map((name) => [name, first!]));
  await updateManifest(runDirectory, () => ({ race: { ...race, ...plan, released } }));
}

/**
 * What the race needs next may be executed: by the records alone, so that a run that was killed is raced as one that was not. False: it is over, or
 * something that it asked for was lost or left by a ceiling and waits for a resume.
 */
export async function racesOn({ runDirectory, config, io }: OfRun): Promise<boolean> {
  const { race, lost_executions: lost = 0, stopped_at } = await readManifest(runDirectory);
  if (!race || lost > 0 || stopped_at || (await lacksVerdicts(runDirectory, race))) return false;
  const source = await readScoredRun(runDirectory, config);
  const [facts] = metricFacts([race.metric], [source]);
  const { left, needs } = raceStanding(source, facts!, race);
  if (needs === null) return race.winner === undefined && releaseFresh({ runDirectory, io }, race, left[0]!);
  if (left.every((name) => race.released[name]! >= needs)) return false;
  const released = { ...race.released, ...Object.fromEntries(left.map((name) => [name, needs])) };
  await release(runDirectory, { ...race, released });
  const asked = race.track.slice(0, needs).flat().length;
  io.error(
    ` · ${left.length} of ${countOf(Object.keys(released).length, "configuration")} go on to ${countOf(asked, "scenario")}`,
  );
  return true;
}

/** More than the configuration allows: they are judged on a resume, and nobody goes out for want of them. */
async function lacksVerdicts(runDirectory: string, { metric }: PlannedRace): Promise<boolean> {
  if (metricNamed(metric).from !== "verdict") return false;
  const { share, limit } = (await readResult(runDirectory, judgeFaults)).unscored;
  return share !== null && share > limit;
}

async function releaseFresh(
  { runDirectory, io }: Pick<OfRun, "runDirectory" | "io">,
  race: PlannedRace,
  winner: string,
): Promise<true> {
  await release(runDirectory, { ...race, winner });
  const fresh = countOf(race.kept.flat().length, "scenario");
  io.error(printable(` · ${winner} came first; asked ${fresh} that the race did not see`, { singleLine: true }));
  return true;
}

async function release(runDirectory: string, race: PlannedRace): Promise<void> {
  await updateManifest(runDirectory, ({ stages }) => ({
    race,
    stages: { ...stages, execute: { ...stages.execute!, status: "running" } },
  }));
}
