import { z } from "zod";
import { runPath } from "../../record/run-directory/paths.ts";
import { type RecordStore, recordStore } from "../../record/run-directory/record-store.ts";

/** `preferences/<a>__vs__<b>.jsonl`: which of two configurations' answers a judge prefers, asked in both orders. */
const preferenceSchema = z.object({
  scenario_id: z.string(),
  repeat: z.number().int(),
  asked: z.string().describe("hash of the judge and of both answers"),
  evaluator: z.string(),
  stand_in: z.boolean(),
  winner: z
    .enum(["a", "b", "tie"])
    .nullable()
    .describe("preferred in both orders, otherwise tie; null when the judge was blocked"),
  followed_place: z.boolean().describe("the choice went with the place: another answer in each order"),
  reason: z.string().optional(),
});
export type PreferenceRecord = z.infer<typeof preferenceSchema>;

/** The file of a pair of configurations, also for more than one judge. */
export function preferencesOf(
  runDirectory: string,
  { a, b }: { a: string; b: string },
): RecordStore<Pick<PreferenceRecord, "asked">, PreferenceRecord> {
  return recordStore(runPath(runDirectory, "preferences", `${a}__vs__${b}.jsonl`), {
    schema: preferenceSchema,
    nameOf: ({ asked }: Pick<PreferenceRecord, "asked">) => asked,
    hint: "remove the file and ask again",
  });
}
