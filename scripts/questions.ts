/**
 * How honestly the stand-ins answer questions as engineers ask them (`test/input/questions/README.md`): asks each, grades its answer by the
 * truth, prints Markdown: right, partly, refused honestly, wrong, dangerous (claims coverage or absence that is false), a row a corpus.
 * Where words decide, `--read` prints question, answer and truth for a person, whose grades `--grades` takes:
 * [{"id", "model", "answer", "grade", "reason"}], `answer` the checksum that `--read` prints.
 *
 *   node --import tsx scripts/questions.ts [--questions <file>] [--models explorer,planner] [--read <file>] [--grades <file>] [--json <file>]
 *     [--answers <file>] <corpus folder>...
 *
 * A folder's name is the corpus' name, `telecom` needs none; one in another format is imported first. Questions to corpora that are not given
 * are left out. `--answers` keeps the answers; where the file is there, they are graded again and nothing is asked.
 */
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { withScratchFolder } from "../base/whole-folder.ts";
import { processIo } from "../harness/print/io.ts";
import { writeCorpusFolder } from "../import/folder/write.ts";
import { importSource } from "../import/sources/import-source.ts";
import { argumentsOf } from "./arguments.ts";
import { type Answered, askAll } from "./questions/ask.ts";
import { type Graded, gradeAnswer } from "./questions/grade.ts";
import { answerHash, type GradedQuestion, readGrades, readQuestions } from "./questions/question.ts";
import { tableOf } from "./questions/table.ts";

const { values: flags, positionals } = argumentsOf(import.meta.filename, {
  questions: { type: "string", default: "test/input/questions/seen.jsonl" },
  models: { type: "string", default: "explorer,planner" },
  ...{ read: { type: "string" }, grades: { type: "string" }, json: { type: "string" }, answers: { type: "string" } },
});
const questions = readQuestions(flags.questions);
const byHand = flags.grades === undefined ? [] : readGrades(flags.grades);
const answers = await answersOf(flags.answers);
const rows = questions.flatMap((question) =>
  answers.filter(({ id }) => id === question.id).map((answered) => rowOf(question, answered)),
);
console.log(tableOf(rows));
if (flags.json !== undefined) await writeFile(flags.json, `${JSON.stringify(rows, null, 1)}\n`);
if (flags.read !== undefined) await writeFile(flags.read, rows.map(readingOf).join("\n\n"));
process.exit();

async function answersOf(kept: string | undefined): Promise<Answered[]> {
  if (kept !== undefined && existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8")) as Answered[];
  const asked = await withScratchFolder("questions", askGiven);
  if (kept !== undefined) await writeFile(kept, JSON.stringify(asked, null, 1));
  return asked;
}

async function askGiven(folder: string): Promise<Answered[]> {
  const io = { ...processIo(), error: () => undefined };
  const answered: Answered[] = [];
  for (const given of ["telecom", ...positionals]) {
    const own = questions.filter(({ corpus }) => corpus === basename(given));
    if (own.length === 0) continue;
    const state = join(folder, `${basename(given)}-threads`);
    const corpus = await corpusIn(given, folder);
    answered.push(...(await askAll(own, { corpus, models: flags.models.split(","), folder: state, io })));
  }
  return answered;
}

async function corpusIn(given: string, scratch: string): Promise<string> {
  if (given === "telecom" || existsSync(join(given, "artifacts.jsonl"))) return given;
  const folder = join(scratch, basename(given));
  await writeCorpusFolder((await importSource(given)).corpus, folder);
  return folder;
}

interface Row extends Graded, GradedQuestion {
  model: string;
  answer: string;
  /** A person's grade and reason stand in place of the grader's. */
  byHand: boolean;
}

function rowOf(question: GradedQuestion, { model, answer }: Answered): Row {
  const graded = gradeAnswer(question, answer);
  const hash = answerHash(answer);
  const read = byHand.find((one) => one.id === question.id && one.model === model && one.answer === hash);
  if (read === undefined) return { ...question, model, answer, ...graded, byHand: false };
  return { ...question, model, answer, grade: read.grade, reasons: [read.reason], sure: true, byHand: true };
}

function readingOf({ id, model, question, answer, parts, dangerous, grade, sure, reasons }: Row): string {
  const truth = parts.map(({ derivation, ...part }) => JSON.stringify(part)).join("\n");
  const heading = `=== ${id} ${model} ${answerHash(answer)}: ${grade}${sure ? "" : "?"} (${reasons.join("; ")})`;
  return [heading, question, "--- answer", answer, "--- truth", truth, `dangerous: ${dangerous}`].join("\n");
}
