import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import type { SystemUnderTest } from "../../../../agent/contract/contract.ts";
import type { ServedContext, Stage } from "../../../dag/stage.ts";
import { executionName } from "../../../record/domain/names.ts";
import type { ExecutionKey, ExecutionRecord, Extraction } from "../../../record/domain/records.ts";
import { readRunIds } from "../../../record/run-directory/corpus-ids.ts";
import { GRAPH } from "../../../record/run-directory/graph.ts";
import { runPath } from "../../../record/run-directory/paths.ts";
import type { RecordIndex } from "../../../record/run-directory/record-store.ts";
import { type RecordOf, recordsOf } from "../../../record/run-directory/records.ts";
import { fillRecords } from "../fill-records.ts";
import { readMatrix, recordsByName } from "../matrix-inputs.ts";
import { systemOf } from "../system-of.ts";
import { makeTally } from "../tally.ts";
import { writePrompts } from "../write-prompts.ts";
import { inCorpusIds, toExtraction } from "./extraction.ts";

type TraceReader = Pick<SystemUnderTest, "readTrace">;

/**
 * Reads each execution's trace back from what the system stored, and the answer by its contract. The stage does not
 * close the system: whoever opened it may share it.
 */
export const extractStage = {
  name: "extract",
  ...GRAPH.extract,
  version: 3,
  settings: () => ({}),
  async run(context: ServedContext) {
    const { runDirectory } = context;
    const matrix = await readMatrix(context);
    const tally = makeTally(context, matrix.total);
    const ids = await readRunIds(runDirectory);
    await copyPrompts(context);
    for (const configuration of matrix.configurations) {
      const executions = await recordsByName("rawOutput", configuration, context);
      const keys = matrix.keysOf(configuration);
      const present = keys.filter((key) => executions.has(executionName(key)));
      tally.expectLess(keys.length - present.length);
      const handedOver = await recordsOf({ runDirectory, part: "workerTraces", configuration }).index();
      await fillRecords({
        context,
        part: "extractions",
        configuration,
        keys: present,
        concurrency: 1, // One database connection; more would only queue, and hold more traces in memory.
        async make(key) {
          const record = executions.get(executionName(key)) as ExecutionRecord;
          const extraction =
            (await traceOfWorker(record, handedOver)) ??
            (await extract(await systemOf(configuration, context), record, context));
          return inCorpusIds(extraction, ids);
        },
        onRecord: (extraction) => tally.count(extraction, `from ${extraction.source}`, failureOf(extraction)),
      });
    }
    return tally.summary(["from checkpoints", "from agentfs", "from none"]);
  },
} satisfies Stage;

/** Null for one of another thread: the execution was made again elsewhere. */
async function traceOfWorker(
  record: ExecutionRecord,
  traces: RecordIndex<ExecutionKey, RecordOf<"workerTraces">>,
): Promise<Extraction | null> {
  const trace = await traces.read(record);
  if (trace?.thread_id !== record.thread_id) return null;
  const { thread_id, ...extraction } = trace;
  return extraction;
}

async function copyPrompts({ runDirectory }: ServedContext): Promise<void> {
  const handedOver = runPath(runDirectory, "workerTraces", "prompts");
  if (existsSync(handedOver)) await cp(handedOver, runPath(runDirectory, "prompts"), { recursive: true });
}

async function extract(
  system: TraceReader,
  record: ExecutionRecord,
  { runDirectory }: Pick<ServedContext, "runDirectory">,
): Promise<Extraction> {
  const trace = await system.readTrace({ threadId: record.thread_id, assistantId: record.assistant_id });
  await writePrompts(runPath(runDirectory, "prompts"), trace.prompts ?? {});
  return toExtraction(record, trace);
}

function failureOf({ source }: Extraction): string | undefined {
  return source === "none" ? "no trace" : undefined;
}
