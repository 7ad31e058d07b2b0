import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { streamRecords } from "../../record/run-directory/records.ts";

/** Executions recorded so far, by outcome. */
export async function countOutcomes(runDirectory: string, config: Config): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const configuration of configurationsOf(config)) {
    for await (const { outcome } of streamRecords({ runDirectory, part: "rawOutput", configuration }))
      counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
