import { executionName } from "../../record/domain/names.ts";
import { type ExecutionKey, type ProbeReading, probeReadingSchema } from "../../record/domain/records.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { type RecordStore, recordStore } from "../../record/run-directory/record-store.ts";
import type { ProbedRole } from "./roles.ts";

export interface ReadingKey extends ExecutionKey {
  edit: string;
  /** Hash of the judge and of what it is shown: a reading with the same one need not be asked for again. */
  asked: string;
}

/** `verdicts_probes/<role>.jsonl`: the readings of one judge; none where it was not probed. */
export function readingsOf(runDirectory: string, role: ProbedRole): RecordStore<ReadingKey, ProbeReading> {
  return recordStore(runPath(runDirectory, "probes", `${role}.jsonl`), {
    schema: probeReadingSchema,
    nameOf: (reading: ReadingKey) => `${executionName(reading)} ${reading.edit} ${reading.asked}`,
    hint: "remove the file and probe again",
  });
}
