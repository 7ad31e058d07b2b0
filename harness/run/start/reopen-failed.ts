import { UserError } from "../../../base/user-error.ts";
import type { Stage } from "../../dag/stage.ts";
import { checkStage } from "../../dag/staleness.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { type Configuration, configurationName, executionName } from "../../record/domain/names.ts";
import { type ExecutionRecord, executionRecordSchema } from "../../record/domain/records.ts";
import type { StageName } from "../../record/run-directory/graph.ts";
import { lockRun } from "../../record/run-directory/lock.ts";
import { readManifest, updateManifest } from "../../record/run-directory/manifest.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { withWriting } from "../../record/run-directory/record-files.ts";
import { recordStore } from "../../record/run-directory/record-store.ts";
import { type RecordPart, readRecords, recordsOf } from "../../record/run-directory/records.ts";

/** What is made of an execution, the last first: a kill in between leaves nothing that a later record contradicts. */
const PARTS = ["meta", "calibration", "verdicts", "extractions", "rawOutput"] as const satisfies readonly RecordPart[];
const STAGES: readonly StageName[] = ["execute", "extract", "judge", "calibrate", "meta-judge"];

/**
 * Takes the executions that ended without success out of a run, so that a resume makes them again and keeps the rest;
 * wrong answers are answers. Their records go to `raw_output_replaced/`. Gives how many.
 * @throws UserError `run-directory` where the run's model calls are on a recording
 */
export async function reopenFailed(run: OpenedRun, stages: readonly Stage[]): Promise<number> {
  const { runDirectory, config, manifest } = run;
  if (manifest.recording)
    throw new UserError("run-directory", "a recording holds one attempt at each execution: none can be repeated", {
      hint: "record a new run: scopebench run --record NEW.recording",
    });
  const unlock = await lockRun(runDirectory);
  try {
    const failed = await failedOf(run);
    if (failed.size === 0) return 0;
    await reopen(run, stages);
    await withWriting(runDirectory, [RUN_PATHS.replaced], async () => {
      for (const configuration of configurationsOf(config))
        await takeOut(failed.get(configurationName(configuration)) ?? [], { runDirectory, configuration });
    });
    return [...failed.values()].reduce((sum, records) => sum + records.length, 0);
  } finally {
    await unlock();
  }
}

async function failedOf({ runDirectory, config }: OpenedRun): Promise<Map<string, ExecutionRecord[]>> {
  const failed = new Map<string, ExecutionRecord[]>();
  for (const configuration of configurationsOf(config)) {
    const records = await readRecords({ runDirectory, part: "rawOutput", configuration });
    const without = records.filter(({ outcome }) => outcome !== "success");
    if (without.length > 0) failed.set(configurationName(configuration), without);
  }
  return failed;
}

/** From here on a plain resume completes the run, whenever this one is cut off. A stage that was stale stays so. */
async function reopen({ runDirectory, config }: OpenedRun, stages: readonly Stage[]): Promise<void> {
  const manifest = await readManifest(runDirectory);
  const reopened = { ...manifest.stages };
  for (const stage of stages.filter(({ name }) => STAGES.includes(name))) {
    const { state, causes } = await checkStage(stage, { runDirectory, config, manifest });
    if (state && causes.length === 0) reopened[stage.name] = { ...state, status: "running", reopened: true };
  }
  await updateManifest(runDirectory, () => ({ stages: reopened }));
}

interface Where {
  runDirectory: string;
  configuration: Configuration;
}

async function takeOut(failed: readonly ExecutionRecord[], { runDirectory, configuration }: Where): Promise<void> {
  if (failed.length === 0) return;
  await keepReplaced(failed, { runDirectory, configuration });
  const names = new Set(failed.map(executionName));
  for (const part of PARTS)
    await recordsOf({ runDirectory, part, configuration }).open({
      keep: (record) => !names.has(executionName(record)),
    });
}

/** Each attempt once: a thread is never used again. */
async function keepReplaced(failed: readonly ExecutionRecord[], { runDirectory, configuration }: Where): Promise<void> {
  const path = runPath(runDirectory, "replaced", `${configurationName(configuration)}.jsonl`);
  const schema = executionRecordSchema;
  const writer = await recordStore(path, { schema, nameOf: (record: ExecutionRecord) => record.thread_id }).open();
  for (const record of failed) if (!writer.has(record)) await writer.append(record);
}
