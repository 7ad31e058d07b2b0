import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../base/user-error.ts";
import { writeFile } from "../base/write-file.ts";
import { cohenKappa } from "../measure/statistics/agreement/cohen-kappa.ts";
import { mean } from "../measure/statistics/basics/describe.ts";
import { computeIr } from "../measure/trec/ir.ts";
import type { CaseQuestion, JudgeQuestion, RankingQuestion } from "./case.ts";
import { type JudgeGrade, lastGrade } from "./grade.ts";
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

const VALUES: Readonly<Record<JudgeGrade, number>> = { C: 1, P: 0.5, I: 0 };
const LETTERS = ["C", "P", "I"];

/** Mean of what was graded, how much was not, and how far it agrees with people over what both graded. */
function judgeValues({ outputs, people }: JudgeQuestion): Record<string, number | null> {
  const grades = outputs.map(lastGrade);
  const graded = grades.filter((grade) => grade !== null);
  const pairs = grades.flatMap((grade, at) => {
    const other = people[at] ?? null;
    return grade === null || other === null ? [] : [[LETTERS.indexOf(grade), LETTERS.indexOf(other)] as const];
  });
  const [own, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  return {
    mean: mean(graded.map((grade) => VALUES[grade])),
    unscored: outputs.length - graded.length,
    accuracy: mean(pairs.map(([one, other]) => Number(one === other))),
    kappa: pairs.length === 0 ? null : cohenKappa(own, others),
  };
}
