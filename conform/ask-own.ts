import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../base/user-error.ts";
import { writeFile } from "../base/write-file.ts";
import { computeIr } from "../measure/trec/ir.ts";
import type { CaseQuestion, RankingQuestion } from "./case.ts";
import { judgeValues } from "./judge-values.ts";
import type { SubjectReply } from "./reply.ts";

/** The answers of `scopebench measure ir`, each case written as files of TREC and read back; of judges those of `judgeValues`. */
export async function askOwn(questions: readonly CaseQuestion[]): Promise<Map<string, SubjectReply>> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-conform-"));
  const replies = new Map<string, SubjectReply>();
  try {
    for (const question of questions) replies.set(question.id, await replyOf(question, folder));
    return replies;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function replyOf(question: CaseQuestion, folder: string): Promise<SubjectReply> | SubjectReply {
  return "outputs" in question ? { type: "values", values: judgeValues(question) } : rankingReply(question, folder);
}

async function rankingReply({ qrels, run, metrics }: RankingQuestion, folder: string): Promise<SubjectReply> {
  const [qrelsPath, runPath] = [join(folder, "qrels"), join(folder, "run")];
  await writeFile(qrelsPath, qrels.map(([query, id, grade]) => `${query} 0 ${id} ${grade}\n`).join(""));
  await writeFile(runPath, run.map(([query, id, score]) => `${query} Q0 ${id} 0 ${score} conform\n`).join(""));
  try {
    return { type: "values", values: (await computeIr({ qrelsPath, runPath, metrics })).all };
  } catch (error) {
    if (error instanceof UserError) return { type: "refused", why: error.message };
    throw error;
  }
}
