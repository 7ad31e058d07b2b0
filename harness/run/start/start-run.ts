import { rm } from "node:fs/promises";
import { basename, relative } from "node:path";
import { noteOwnRun } from "../../../base/consent/consent.ts";
import { count, countOf } from "../../../base/counts.ts";
import { isInstalled, MissingPart } from "../../../base/parts.ts";
import { UserError } from "../../../base/user-error.ts";
import { Interrupted } from "../../dag/interrupted.ts";
import { makeProgressView } from "../../dag/progress/progress.ts";
import { pendingStages } from "../../dag/runner.ts";
import { coloursOf } from "../../print/colours.ts";
import { errorsOf, type Io } from "../../print/io.ts";
import { runWord } from "../../print/shell-word.ts";
import { printable } from "../../print/text.ts";
import { ceilingProblems } from "../../record/config/ceiling-problems.ts";
import type { CeilingValues } from "../../record/config/ceilings-schema.ts";
import { repeatsText } from "../../record/config/factors/repeats.ts";
import { configurationsOf, countExecutions } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { makeEffects } from "../../record/effects.ts";
import { createRun } from "../../record/run-directory/create.ts";
import type { StageName } from "../../record/run-directory/graph.ts";
import { needsOf } from "../../record/run-directory/graph.ts";
import { type RecordingState, readManifest, updateManifest } from "../../record/run-directory/manifest.ts";
import { readRun } from "../../record/run-directory/open-run.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";
import { compare } from "../../results/compare/run.ts";
import { preflight } from "../preflight/index.ts";
import { selectedScenarios } from "../preflight/scenarios.ts";
import { raceConfigurations } from "../race/run.ts";
import { checkRecording, describeRecording, noteRecording } from "../recording/note.ts";
import { STAGES } from "../stages/index.ts";
import { waitMsOf } from "../stages/open-services.ts";
import { requireAgreedSize } from "./agreed-size.ts";
import { contextNotes } from "./context-note.ts";
import { checkRace, enterRace } from "./in-race.ts";
import { ownQuestions, slotsNote, standInNote } from "./notes.ts";
import { leftUnmade, overLimits } from "./over-limits.ts";
import { type Finished, printSummary } from "./print-summary.ts";
import { hasLost, reopenedStages, reopenStages } from "./reopen.ts";
import { reopenFailed } from "./reopen-failed.ts";
import { runSession, type SessionOptions } from "./session.ts";
import { isSpread, needsHere, type Spread } from "./spread.ts";
import { lastStage, stagesUntil } from "./stage-named.ts";
import { stepwise } from "./stepwise.ts";
import { checkBaseline, planSeries } from "./until-decided.ts";

interface Output {
  io: Io;
  json: boolean;
  /** The last stage of this session; later ones are left to `resume`. Default: all. */
  until?: StageName | undefined;
  /** What is printed at the end. Default: the summary. */
  show?: ((finished: Finished) => Promise<void>) | undefined;
  /** Workers make the executions. */
  spread?: Spread | undefined;
}

/** A recording by its path as the user gives it. */
export type RecordingFlag = Pick<RecordingState, "mode"> & { path: string };

/** Whose coordinator was killed could not close it. */
function leftInQueue(name: string): string {
  return `made here alone, since --queue is not given: where its coordinator was killed, workers make the same until scopebench queue cancel ${name}`;
}

interface Stepwise {
  /** Executed look by look until the gate has decided against this baseline. */
  untilDecided?: string;
  /** Its configurations are raced by this metric. */
  race?: string;
}

/** A new run from a configuration. Gives the exit code. One that fails before it knows what to ask leaves no directory. */
export async function startRun(
  config: Config,
  { recorded, untilDecided: baseline, race, ...output }: Output & Stepwise & { recorded?: RecordingFlag },
): Promise<number> {
  const { io } = output;
  await requireAgreedSize(config);
  if (baseline !== undefined) await checkBaseline(baseline, { io, runsDir: config.runs_dir });
  const metric = race === undefined ? undefined : checkRace(race, config);
  const recording = recorded && (await checkRecording(recorded, io.cwd));
  if (io.signal.aborted) throw new Interrupted(); // While the sources were loaded.
  const runDirectory = await createRun(config, makeEffects({ ...io, log: io.error }));
  try {
    await noteOwnRun(runDirectory);
    if (recording) await noteRecording(runDirectory, recording);
    if (baseline !== undefined) await planSeries({ runDirectory, config, io }, baseline);
    if (metric !== undefined) await enterRace({ runDirectory, config }, metric);
    return await continueRun(runDirectory, config, output);
  } catch (error) {
    const { stages } = await readManifest(runDirectory);
    if (stages.generate?.status === "complete") throw error;
    await rm(runDirectory, { recursive: true, force: true });
    throw error instanceof Interrupted ? new Interrupted() : error;
  }
}

interface Resumed {
  /** Executions without success are made again. */
  failed?: boolean;
  /** In place of those that the run had. */
  ceilings?: CeilingValues | undefined;
}

/** Brings a run up to date and prints what came out. Gives the exit code. */
export async function continueRun(
  runDirectory: string,
  config: Config,
  { io, json, until = lastStage(), failed = false, spread, ceilings, show = printSummary }: Output & Resumed,
): Promise<number> {
  const only = stagesUntil(until);
  if (ceilings) await raiseCeilings(runDirectory, config, ceilings);
  const { recording, scenarios, queue } = await readManifest(runDirectory);
  if (recording && spread)
    throw new UserError("usage", "a run on a recording is not spread over workers: a recording is one process' own", {
      hint: "resume it without --queue",
    });
  const pending = failed ? only : await pendingOf({ runDirectory, config, only });
  await preflight(needsHere(pending, spread !== undefined), {
    config,
    environment: io.environment,
    mode: recording?.mode,
  });
  await reopenStages(runDirectory);
  if (failed) await reopenFailures(runDirectory, io);
  const goesOn = pending.some(isSpread);
  if (queue && goesOn && !spread) io.error(leftInQueue(basename(runDirectory)));
  printHeader(config, { io, scenarios: scenarios?.count ?? (await selectedScenarios(config.scenarios)) });
  if (recording) io.error(coloursOf(errorsOf(io)).yellow(describeRecording(recording)));
  const slots = pending.includes("execute") && !spread && !recording ? slotsNote(config) : null;
  if (slots !== null) io.error(coloursOf(errorsOf(io)).yellow(slots));
  const notes = pending.includes("execute") && !recording ? await contextNotes(config) : [];
  for (const note of notes) io.error(coloursOf(errorsOf(io)).yellow(note));
  io.error("");
  const session = { runDirectory, config, io, only, startsAfresh: failed };
  await runWithProgress({ ...session, spread: goesOn ? spread : undefined });
  if (until !== "report") io.error(`stopped after ${until}; ${wayOn(until, runDirectory)}`);
  if (!only.includes("score")) return (await leftUnmade({ runDirectory, io })) ? 2 : 0;
  const left = until === "report" ? [] : await pendingOf({ runDirectory, config, only: stagesUntil("report") });
  const manifest = await readManifest(runDirectory);
  await show({ runDirectory, manifest, io, json, hasReport: !left.includes("report") });
  if (await overLimits(config, { runDirectory, io })) return 2;
  const { series, race } = manifest;
  if (race && !json) {
    io.out("");
    await raceConfigurations(runDirectory, { runsDir: config.runs_dir }, io);
  }
  if (!series) return 0;
  if (!json) io.out("");
  const sides = { baseline: series.baseline, candidate: runDirectory };
  // With --json the summary is all that stands on the standard output.
  return compare(
    sides,
    { gate: true, sequential: true, runsDir: config.runs_dir },
    json ? { ...io, out: io.error } : io,
  );
}

function wayOn(until: StageName, runDirectory: string): string {
  const resume = `scopebench resume ${runWord(runDirectory)}`;
  if (until !== "score" || isInstalled("report")) return `continue with: ${resume}`;
  const { message, hint } = new MissingPart("report");
  return `${message}. To have them: ${hint}, then ${resume}`;
}

/** One stage of a run, `again` even where nothing changed. Gives the exit code. */
export async function runOneStage(
  stage: StageName,
  options: { runDirectory: string; config: Config; io: Io; again: boolean },
): Promise<number> {
  const { runDirectory, config, io, again } = options;
  const { recording } = await readManifest(runDirectory);
  await preflight(needsOf([stage]), { config, environment: io.environment, mode: recording?.mode });
  if (again) await forgetStage(runDirectory, stage);
  await runWithProgress({ runDirectory, config, io, only: [stage] });
  if (await leftUnmade({ runDirectory, io })) return 2;
  io.out(`${stage} is up to date in ${relative(io.cwd, runDirectory) || "."}`);
  return 0;
}

async function raiseCeilings(runDirectory: string, config: Config, given: CeilingValues): Promise<void> {
  const { ceilings } = await readManifest(runDirectory);
  const raised = { ...ceilings, ...given };
  const problems = ceilingProblems({ ...config, ceilings: { ...config.ceilings, ...raised } });
  if (problems.length > 0) throw new UserError("config", "a ceiling could not be kept", { problems });
  await updateManifest(runDirectory, () => ({ ceilings: raised }));
}

async function reopenFailures(runDirectory: string, io: Io): Promise<void> {
  const run = await readRun(runDirectory);
  const times = await reopenFailed(run, STAGES);
  io.error(
    times === 0
      ? "no execution ended without success: nothing is made again"
      : `${countOf(times, "execution")} without success made again; their records are kept in ${RUN_PATHS.replaced}/`,
  );
}

/** What a session is going to compute. */
async function pendingOf({
  runDirectory,
  config,
  only,
}: Omit<Session, "io" | "spread" | "startsAfresh">): Promise<StageName[]> {
  const stages = STAGES.filter(({ name }) => only.includes(name));
  return pendingStages(stages, { runDirectory, config, reopened: await reopenedStages(runDirectory) });
}

async function forgetStage(runDirectory: string, stage: StageName): Promise<void> {
  await updateManifest(runDirectory, ({ stages: { [stage]: _forgotten, ...stages } }) => ({ stages }));
}

interface Session extends Pick<SessionOptions, "runDirectory" | "config"> {
  io: Io;
  only: readonly StageName[];
  spread?: Spread | undefined;
  /** Nothing that workers made before counts. */
  startsAfresh?: boolean;
}

async function runWithProgress({ spread, startsAfresh, ...session }: Session): Promise<void> {
  if (!spread) return stepwise(session, (only) => showProgress({ ...session, only, pool: null }));
  const { io } = session;
  const { openWorkerPool } = await import("../queue/coordinator.ts"); // Nothing of a queue is loaded without one.
  const pool = await openWorkerPool({
    ...spread,
    startsAfresh,
    waitMs: waitMsOf(session.config),
    log: (message) => io.error(printable(message, { singleLine: true })),
  });
  let complete = false;
  try {
    await stepwise(session, (only) => showProgress({ ...session, only, pool }));
    complete = await isWhole(session.runDirectory);
  } finally {
    await pool.finish(complete);
    await pool.close();
  }
}

/** Nothing is left to workers: nobody resumes it with a queue. */
async function isWhole(runDirectory: string): Promise<boolean> {
  const manifest = await readManifest(runDirectory);
  const judged = (["execute", "judge", "calibrate", "meta-judge", "baselines"] as const).every(
    (name) => manifest.stages[name]?.status === "complete",
  );
  return judged && manifest.stopped_at === undefined && !hasLost(manifest);
}

async function showProgress({
  runDirectory,
  config,
  io,
  only,
  pool,
}: Omit<Session, "spread" | "startsAfresh"> & Pick<SessionOptions, "pool">): Promise<void> {
  const view = makeProgressView({
    interactive: io.interactive,
    columns: io.interactive ? io.columns : Number.POSITIVE_INFINITY,
    colours: coloursOf(errorsOf(io)),
    write: io.error,
    stages: only,
  });
  const effects = makeEffects({
    environment: io.environment,
    log: (message) => view.note(printable(message, { singleLine: true })),
  });
  try {
    await runSession({ runDirectory, config, effects, signal: io.signal, listen: view.event, only, pool });
  } finally {
    view.close();
  }
}

function printHeader(config: Config, { io, scenarios }: { io: Io; scenarios: number }): void {
  const configurations = configurationsOf(config).length;
  const corpus = config.corpus.type === "telecom" ? "synthetic telecom" : config.corpus.path;
  const { bold, yellow } = coloursOf(errorsOf(io));
  const repeats = repeatsText(config);
  io.error(
    `${bold("scopebench run")}   ${printable(corpus)}   ${countOf(configurations, "configuration")} × ${countOf(scenarios, "scenario")}${repeats === "1" ? "" : ` × ${repeats}`} = ${count(countExecutions(config, scenarios))}`,
  );
  for (const note of ownQuestions(config)) io.error(printable(note));
  const standIns = standInNote(config);
  if (standIns !== null) io.error(yellow(standIns));
}
