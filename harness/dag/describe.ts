import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StageName } from "../record/run-directory/graph.ts";
import { isLocked } from "../record/run-directory/lock.ts";
import { pathsOf, type RunPath, runPath } from "../record/run-directory/paths.ts";
import { predecessorsOf } from "./layout.ts";
import type { Stage } from "./stage.ts";
import { type CheckedRun, checkStage, type StageCheck } from "./staleness.ts";

/** One stage of a run: how it stands, and why. */
export interface StageView {
  stage: StageName;
  /** `waiting`: it is whole, and something before it is not. */
  state: "complete" | "stale" | "waiting" | "running" | "interrupted" | "not run";
  /** What has to be done for, in words; [] where it is complete or was not run yet. */
  causes: string[];
  after: StageName[];
  reads: string[];
  writes: string[];
  /** Null where it keeps none, and before it has run. */
  records: number | null;
  seconds: number | null;
  summary: string;
}

/** `reopened`: complete stages that a resume takes up again for another reason, with that reason. */
export async function describeStages(
  stages: readonly Stage[],
  run: CheckedRun,
  reopened: ReadonlyMap<StageName, string> = new Map(),
): Promise<StageView[]> {
  const locked = await isLocked(run.runDirectory);
  const views: StageView[] = [];
  for (const stage of stages) {
    const check = await checkStage(stage, run);
    const extra = reopened.get(stage.name);
    const causes = [...(check.state ? check.causes : []), ...(extra === undefined ? [] : [extra])];
    const after = predecessorsOf(stage.name);
    const unfinished = views.filter((view) => after.includes(view.stage) && view.state !== "complete");
    const state = stateOf({ ...check, causes }, { locked, waits: unfinished.length > 0 });
    views.push({
      stage: stage.name,
      state,
      causes: state === "waiting" ? [`after ${unfinished.map((view) => view.stage).join(", ")}`] : causes,
      after,
      reads: pathsOf(stage.reads),
      writes: pathsOf(stage.writes),
      records: check.state && (await countRecords(stage.name, run)),
      seconds: check.state?.finished_at ? check.state.duration_ms / 1000 : null,
      summary: check.state?.summary ?? "",
    });
  }
  return views;
}

function stateOf(
  { state, causes }: StageCheck,
  { locked, waits }: { locked: boolean; waits: boolean },
): StageView["state"] {
  if (state === null) return "not run";
  if (state.status === "running") return locked ? "running" : "interrupted";
  if (causes.length > 0) return "stale";
  return waits ? "waiting" : "complete";
}

/** Where a stage keeps its records, one a line. */
const RECORDS: Partial<Record<StageName, RunPath>> = {
  execute: "rawOutput",
  extract: "extractions",
  judge: "verdicts",
  calibrate: "calibration",
  "meta-judge": "meta",
  baselines: "baselines",
  score: "scores",
};

async function countRecords(stage: StageName, { runDirectory, manifest }: CheckedRun): Promise<number | null> {
  const artifact = RECORDS[stage];
  if (artifact === undefined) return stage === "generate" ? (manifest.scenarios?.count ?? null) : null;
  let lines = 0;
  for (const path of await filesAt(runPath(runDirectory, artifact))) {
    const bytes = await readFile(path);
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, end + 1)) lines++;
  }
  return lines;
}

async function filesAt(path: string): Promise<string[]> {
  const entry = await stat(path).catch(() => null);
  if (entry === null) return [];
  return entry.isFile() ? [path] : (await readdir(path)).map((name) => join(path, name));
}
