import { THREAD_OWNER } from "../../../assistant/service/service.ts";
import type { StoredRun } from "../../../assistant/store/store.ts";
import { grouped } from "../../../base/grouped.ts";
import { runStages } from "../../dag/runner.ts";
import type { ServedContext, Stage } from "../../dag/stage.ts";
import type { Io } from "../../print/io.ts";
import { countExecutions } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { ExecutionRecord } from "../../record/domain/records.ts";
import { makeEffects } from "../../record/effects.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { createRun } from "../../record/run-directory/create.ts";
import { lockRun } from "../../record/run-directory/lock.ts";
import { updateManifest } from "../../record/run-directory/manifest.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { type RecordOf, recordsOf } from "../../record/run-directory/records.ts";
import { withServices } from "../interactive/with-services.ts";
import { executeStage } from "../stages/execute/index.ts";
import { inCorpusIds, toExtraction } from "../stages/extract/extraction.ts";
import { extractStage } from "../stages/extract/index.ts";
import { generateStage } from "../stages/generate/index.ts";
import { writePrompts } from "../stages/write-prompts.ts";
import { type AskedSet, byName } from "./asked-set.ts";

/**
 * A run directory of what people asked: in the place of executions stand their threads, and everything behind that (judging,
 * scoring, the report) is made of it as of any run. Gives its path.
 */
export async function writeRun(config: Config, asked: AskedSet, io: Io): Promise<string> {
  const log = () => undefined;
  const effects = makeEffects({ ...io, log });
  const runDirectory = await createRun(config, effects);
  await updateManifest(runDirectory, () => ({ unasked_executions: unaskedIn(config, asked) }));
  const release = await lockRun(runDirectory);
  try {
    await withServices({ config, io }, async (services) => {
      const context = { runDirectory, config, effects, services, signal: io.signal };
      await runStages([generateStage, ...importing(asked)], context, log);
    });
  } finally {
    await release();
  }
  return runDirectory;
}

/** Cells of the run that no thread fills. */
function unaskedIn(config: Config, { set, executions }: AskedSet): number {
  return countExecutions(config, set.scenarios.length) - executions.length;
}

/** The stages by which threads become records, in the place of those that would ask an agent. */
function importing(asked: AskedSet): Stage[] {
  const executions = [...asked.executions]
    .sort(byName)
    .map(({ key, kept }) => ({ record: executionOf(key, kept), kept }));
  const write = async <P extends "rawOutput" | "extractions">(
    { runDirectory }: ServedContext,
    part: P,
    records: readonly RecordOf<P>[],
  ) => {
    for (const [, own] of grouped(records, configurationName))
      await recordsOf({ runDirectory, part, configuration: own[0]! as never }).replace(own);
    return `${records.length} from threads of the assistant`;
  };
  return [
    {
      ...executeStage,
      run: (context) =>
        write(
          context,
          "rawOutput",
          executions.map(({ record }) => record),
        ),
    },
    {
      ...extractStage,
      async run(context) {
        const ids = await readRunIds(context.runDirectory);
        for (const { kept } of executions)
          await writePrompts(runPath(context.runDirectory, "prompts"), kept.trace.prompts ?? {});
        return write(
          context,
          "extractions",
          executions.map(({ record, kept }) => inCorpusIds(toExtraction(record, kept.trace), ids)),
        );
      },
    },
  ];
}

function executionOf(
  key: AskedSet["executions"][number]["key"],
  { thread, turns, runs }: AskedSet["executions"][number]["kept"],
): ExecutionRecord {
  const times = timesOf(turns.length, runs);
  return {
    ...{ ...key, thread_id: thread.key, assistant_id: THREAD_OWNER, outcome: "success" },
    started_at: thread.created_at.toISOString(),
    duration_ms: times.reduce((sum, { duration_ms }) => sum + duration_ms, 0),
    turns: times.map((time, turn) => ({ turn, outcome: "success", ...time })),
  };
}

/** Of each question, from its run's beginning to its end, waiting for a person's decisions included: a run that follows one that paused goes on with its question. */
function timesOf(turns: number, runs: readonly StoredRun[]): { started_at: string; duration_ms: number }[] {
  const begun = runs.filter((_, index) => index === 0 || runs[index - 1]!.status !== "interrupted").slice(0, turns);
  return Array.from({ length: turns }, (_, turn) => {
    const first = begun[turn] ?? runs.at(-1)!;
    const next = begun[turn + 1];
    const own = runs.slice(runs.indexOf(first), next ? runs.indexOf(next) : undefined);
    const duration = own.reduce((sum, run) => sum + (run.updated_at.getTime() - run.created_at.getTime()), 0);
    return { started_at: first.created_at.toISOString(), duration_ms: duration };
  });
}
