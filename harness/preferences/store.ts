import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { appendJsonLine, readJsonLines, repairJsonLines } from "../../base/json-lines.ts";
import { parsePlainly, problemsOf } from "../../base/plain-issues.ts";
import { UserError } from "../../base/user-error.ts";
import { runPath } from "../run-directory/paths.ts";

/** `preferences/<a>__vs__<b>.jsonl`: which of two configurations' answers a judge prefers, asked in both orders. */
export const preferenceSchema = z.object({
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

/** Opens the file of a pair of configurations: what is in it, and a way to append. */
export async function openPreferences(
  runDirectory: string,
  { a, b }: { a: string; b: string },
): Promise<{ before: PreferenceRecord[]; append: (record: PreferenceRecord) => Promise<void> }> {
  const path = runPath(runDirectory, "preferences", `${a}__vs__${b}.jsonl`);
  await mkdir(dirname(path), { recursive: true });
  await repairJsonLines(path);
  const parsed = parsePlainly(z.array(preferenceSchema), await readJsonLines<unknown>(path));
  if (parsed.success) return { before: parsed.data, append: (record) => appendJsonLine(path, record) };
  throw new UserError("run-directory", `${path} holds damaged records`, {
    problems: problemsOf(parsed.error).map((problem) => `record ${problem}`),
    hint: "remove the file and ask again",
  });
}
