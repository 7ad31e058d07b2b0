import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SystemUnderTest } from "../../../agent/contract.ts";
import { GRAPH } from "../../dag/graph.ts";
import type { ServedContext, Stage } from "../../dag/stage.ts";
import { executionName } from "../../domain/names.ts";
import type { ExecutionRecord, Extraction } from "../../domain/records.ts";
import { runPath } from "../../run-directory/paths.ts";
import { fillRecords } from "../fill-records.ts";
import { readMatrix, recordsByName } from "../matrix-inputs.ts";
import { systemOf } from "../system-of.ts";
import { makeTally } from "../tally.ts";
import { toExtraction } from "./extraction.ts";

type TraceReader = Pick<SystemUnderTest, "readTrace">;

/**
 * Reads each execution's trace back from what the system stored, and the answer by its contract. The stage does not
 * close the system: whoever opened it may share it.
 */
export const extractStage = {
  name: "extract",
  ...GRAPH.extract,
  version: 1,
  settings: () => ({}),
  async run(context: ServedContext) {
    const matrix = await readMatrix(context);
    const tally = makeTally(context, matrix.total);
    for (const configuration of matrix.configurations) {
      const system = await systemOf(configuration, context);
      const executions = await recordsByName("rawOutput", configuration, context);
      const keys = matrix.keysOf(configuration);
      const present = keys.filter((key) => executions.has(executionName(key)));
      tally.expectLess(keys.length - present.length);
      await fillRecords({
        context,
        part: "extractions",
        configuration,
        keys: present,
        concurrency: 1, // One database connection; more would only queue, and hold more traces in memory.
        make: (key) => extract(system, executions.get(executionName(key)) as ExecutionRecord, context),
        onRecord: (extraction) => tally.count(extraction, `from ${extraction.source}`, failureOf(extraction)),
      });
    }
    return tally.summary(["from checkpoints", "from agentfs", "from none"]);
  },
} satisfies Stage;

async function extract(
  system: TraceReader,
  record: ExecutionRecord,
  { runDirectory }: Pick<ServedContext, "runDirectory">,
): Promise<Extraction> {
  const trace = await system.readTrace({ threadId: record.thread_id, assistantId: record.assistant_id });
  await writePrompts(runPath(runDirectory, "prompts"), trace.prompts ?? {});
  return toExtraction(record, trace);
}

/** Executions share system prompts: each is written once, under its hash. */
async function writePrompts(folder: string, prompts: Readonly<Record<string, string>>): Promise<void> {
  for (const [hash, text] of Object.entries(prompts)) {
    const path = join(folder, `${hash}.md`);
    if (existsSync(path)) continue;
    await mkdir(folder, { recursive: true });
    await writeFile(path, text);
  }
}

function failureOf({ source }: Extraction): string | undefined {
  return source === "none" ? "no trace" : undefined;
}
