import type { BaselineName } from "../domain/baseline-names.ts";
import { type BaselineRecord, baselineRecordSchema } from "../domain/baseline-record.ts";
import { runPath } from "./paths.ts";
import { type RecordStore, recordStore } from "./record-store.ts";

type RankingKey = Pick<BaselineRecord, "scenario_id">;

/** `<run>/baselines/keyword.jsonl` and the like. */
export function rankingsOf(runDirectory: string, name: BaselineName): RecordStore<RankingKey, BaselineRecord> {
  return recordStore(runPath(runDirectory, "baselines", `${name}.jsonl`), {
    schema: baselineRecordSchema,
    nameOf: ({ scenario_id }: RankingKey) => scenario_id,
  });
}

/** What `rankingsOf` reads. */
export function readBaselineRecords(runDirectory: string, name: BaselineName): Promise<BaselineRecord[]> {
  return rankingsOf(runDirectory, name).read();
}
