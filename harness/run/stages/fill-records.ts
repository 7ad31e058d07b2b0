import pLimit from "p-limit";
import type { StageContext } from "../../dag/stage.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import { type FillOptions, fillMissing } from "../../record/run-directory/fill-missing.ts";
import { type RecordFile, type RecordOf, type RecordPart, recordsOf } from "../../record/run-directory/records.ts";

type Filling<P extends RecordPart> = Pick<
  FillOptions<ExecutionKey, RecordOf<P>, ExecutionKey>,
  "keep" | "make" | "onRecord"
> &
  Omit<RecordFile<P>, "runDirectory"> & {
    context: StageContext;
    /** Executions that must have a record at the end, in matrix order. */
    keys: readonly ExecutionKey[];
    /** How many are made at a time. */
    concurrency: number;
  };

/** Makes what is missing of one configuration, each record on a thread of the recording of its own. */
export function fillRecords<P extends RecordPart>(filling: Filling<P>): Promise<void> {
  const { context, part, configuration, keys: wanted, concurrency, ...how } = filling;
  const { signal, runDirectory } = context;
  const store = recordsOf({ runDirectory, part, configuration });
  return fillMissing({ store, wanted, signal, limit: pLimit(Math.max(1, concurrency)), thread: part, ...how });
}
