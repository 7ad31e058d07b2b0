import { z } from "zod";
import { runPath } from "../../record/run-directory/paths.ts";
import { type RecordStore, recordStore } from "../../record/run-directory/record-store.ts";

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
