import { z } from "zod";
import { compareText } from "../../../base/text-order.ts";
import { judgementSchema } from "../../record/domain/records.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { type RecordStore, recordStore } from "../../record/run-directory/record-store.ts";

/** One answer of an offline judge, as it is given back and as it is kept. */
export const offlineAnswerSchema = z.object({
  packet: z.string(),
  evaluator: z.string().min(1).optional().describe("who judged; default: the evaluator of the configuration"),
  judgement: judgementSchema,
});
export type MergedAnswer = z.infer<typeof offlineAnswerSchema>;
export type OfflineRole = "primary" | "calibration";

const ANSWERS = { primary: "primaryAnswers", calibration: "calibrationAnswers" } as const;

/** `<run>/packets/<role>/merged.jsonl`. */
function answersOf(runDirectory: string, role: OfflineRole): RecordStore<Pick<MergedAnswer, "packet">, MergedAnswer> {
  return recordStore(runPath(runDirectory, ANSWERS[role]), {
    schema: offlineAnswerSchema,
    nameOf: ({ packet }: Pick<MergedAnswer, "packet">) => packet,
    hint: "remove it and merge the answers again",
  });
}

/** By judging task; empty where nothing was merged. */
export async function readMerged(runDirectory: string, role: OfflineRole): Promise<Map<string, MergedAnswer>> {
  const answers = await answersOf(runDirectory, role).read();
  return new Map(answers.map((answer) => [answer.packet, answer]));
}

/** In the order of the judging tasks, so that equal answers give equal bytes. */
export function writeMerged(
  runDirectory: string,
  role: OfflineRole,
  merged: ReadonlyMap<string, MergedAnswer>,
): Promise<void> {
  const answers = [...merged.values()].sort((a, b) => compareText(a.packet, b.packet));
  return answersOf(runDirectory, role).replace(answers);
}
