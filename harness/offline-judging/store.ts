import { z } from "zod";
import { compareText } from "../../base/hash.ts";
import { judgementSchema } from "../domain/records.ts";
import { runPath } from "../run-directory/paths.ts";
import { type RecordStore, recordStore } from "../run-directory/record-store.ts";

/** One answer of an outside judge, as it is given back and as it is kept. */
export const packetAnswerSchema = z.object({
  packet: z.string(),
  evaluator: z.string().min(1).optional().describe("who judged; default: the evaluator of the configuration"),
  judgement: judgementSchema,
});
export type MergedAnswer = z.infer<typeof packetAnswerSchema>;
export type PacketRole = "primary" | "calibration";

/** `<run>/packets/<role>/merged.jsonl`. */
function answersOf(runDirectory: string, role: PacketRole): RecordStore<Pick<MergedAnswer, "packet">, MergedAnswer> {
  return recordStore(runPath(runDirectory, "packets", role, "merged.jsonl"), {
    schema: packetAnswerSchema,
    nameOf: ({ packet }: Pick<MergedAnswer, "packet">) => packet,
    hint: "remove it and merge the answers again",
  });
}

/** By packet; empty where nothing was merged. */
export async function readMerged(runDirectory: string, role: PacketRole): Promise<Map<string, MergedAnswer>> {
  const answers = await answersOf(runDirectory, role).read();
  return new Map(answers.map((answer) => [answer.packet, answer]));
}

/** In the order of the packets, so that equal answers give equal bytes. */
export function writeMerged(
  runDirectory: string,
  role: PacketRole,
  merged: ReadonlyMap<string, MergedAnswer>,
): Promise<void> {
  const answers = [...merged.values()].sort((a, b) => compareText(a.packet, b.packet));
  return answersOf(runDirectory, role).replace(answers);
}
