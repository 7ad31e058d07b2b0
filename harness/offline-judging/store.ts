import { z } from "zod";
import { compareText } from "../../base/hash.ts";
import { readJsonLines } from "../../base/json-lines.ts";
import { parsePlainly, problemsOf } from "../../base/plain-issues.ts";
import { UserError } from "../../base/user-error.ts";
import { judgementSchema } from "../domain/records.ts";
import { writeFileAtomic } from "../run-directory/atomic.ts";
import { runPath } from "../run-directory/paths.ts";

/** One answer of an outside judge, as it is given back and as it is kept. */
export const packetAnswerSchema = z.object({
  packet: z.string(),
  evaluator: z.string().min(1).optional().describe("who judged; default: the evaluator of the configuration"),
  judgement: judgementSchema,
});
export type MergedAnswer = z.infer<typeof packetAnswerSchema>;
export type PacketRole = "primary" | "calibration";

/** `<run>/packets/<role>/merged.jsonl`, by packet; empty where nothing was merged. */
export async function readMerged(runDirectory: string, role: PacketRole): Promise<Map<string, MergedAnswer>> {
  const path = runPath(runDirectory, "packets", role, "merged.jsonl");
  const parsed = parsePlainly(z.array(packetAnswerSchema), await readJsonLines<unknown>(path));
  if (!parsed.success)
    throw new UserError("run-directory", `${path} is damaged`, {
      problems: problemsOf(parsed.error).map((problem) => `record ${problem}`),
      hint: "remove it and merge the answers again",
    });
  return new Map(parsed.data.map((answer) => [answer.packet, answer]));
}

/** In one step, in the order of the packets, so that equal answers give equal bytes. */
export function writeMerged(
  runDirectory: string,
  role: PacketRole,
  merged: ReadonlyMap<string, MergedAnswer>,
): Promise<void> {
  const answers = [...merged.values()].sort((a, b) => compareText(a.packet, b.packet));
  const text = answers.map((answer) => `${JSON.stringify(answer)}\n`).join("");
  return writeFileAtomic(runPath(runDirectory, "packets", role, "merged.jsonl"), text);
}
