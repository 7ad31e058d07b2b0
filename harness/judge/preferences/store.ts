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

/** `preferences/people.jsonl`: which of two executions' answers a person prefers, who saw them side by side once. */
const personPreferenceSchema = z.object({
  scenario_id: z.string(),
  a: z.string().describe("name of an execution; of the pair, the configuration whose name comes first"),
  b: z.string(),
  person: z.string(),
  winner: z.enum(["a", "b", "tie", "both_bad"]),
  left: z.enum(["a", "b"]).describe("which of them stood at the left; balanced over a pair's comparisons"),
  blind: z.boolean().describe("the names of the configurations were hidden until the choice"),
  stand_in: z.boolean().describe("one of them at least is a stand-in, no language model"),
  comment: z.string(),
  at: z.string(),
});
export type PersonPreference = z.infer<typeof personPreferenceSchema>;

export function peoplesPreferencesOf(
  runDirectory: string,
): RecordStore<Pick<PersonPreference, "a" | "b" | "person">, PersonPreference> {
  return recordStore(runPath(runDirectory, "preferences", "people.jsonl"), {
    schema: personPreferenceSchema,
    nameOf: ({ a, b, person }: Pick<PersonPreference, "a" | "b" | "person">) => `${a} ${b} ${person}`,
    hint: "export the threads again",
  });
}
