import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import { Problems } from "../../../import/folder/problems.ts";
import { openSource } from "../../../import/sources/files.ts";
import { jsonLines } from "../../../import/sources/retrieval/lines.ts";
import { documentArtifact } from "../../../import/sources/retrieval/task.ts";
import type { CollectionParts } from "./make-collection.ts";

const questionSchema = z.object({
  question_id: z.string(),
  question: z.string(),
  expected_doc_ids: z.array(z.string()).default([]),
  gold_answer: z.string().nullish(),
});
const QUESTIONS = "questions.jsonl";
const DOCUMENT = /^(dsid_[0-9a-z]+)__.*\.txt$/i;

/**
 * EnterpriseRAG-Bench as exported: `questions.jsonl`, and folders of texts named `dsid_...__title.txt`, whose first line is the
 * title. Questions without a document (high level, not to be found) take no part.
 */
export async function readEnterpriseRag(path: string): Promise<CollectionParts> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const questions = files.find((file) => basename(file) === QUESTIONS);
  if (questions === undefined)
    throw new UserError("corpus", `${path} holds no ${QUESTIONS}`, {
      hint: "name the folder with it and the unpacked documents",
    });
  const documents: Artifact[] = [];
  for (const file of files.filter((name) => DOCUMENT.test(basename(name))).sort(compareText)) {
    const document = await readDocument(file);
    if (document) documents.push(document);
  }
  return { documents, ...(await readQuestions(questions)) };
}

async function readDocument(file: string): Promise<Artifact | null> {
  const [, id = ""] = DOCUMENT.exec(basename(file)) ?? [];
  const [title = "", ...lines] = (await readFile(file, "utf8")).split("\n");
  return documentArtifact({ id, title, text: lines.join("\n").trim(), meta: {} });
}

async function readQuestions(path: string): Promise<Pick<CollectionParts, "queries" | "judgements">> {
  const problems = new Problems();
  const rows: { row: z.infer<typeof questionSchema>; place: string }[] = [];
  const { files } = await openSource(path);
  for await (const { value, place } of jsonLines(files[0]!, { problems, broken: [], columns: {} })) {
    const row = questionSchema.safeParse(value);
    if (row.success) rows.push({ row: row.data, place });
    else problems.add(`${place}: expected question_id, question and expected_doc_ids`);
  }
  problems.throwIfAny(path);
  return {
    queries: rows.map(({ row }) => ({ id: row.question_id, text: row.question, answer: row.gold_answer ?? null })),
    judgements: rows.flatMap(({ row, place }) =>
      row.expected_doc_ids.map((id) => ({ queryId: row.question_id, documentId: id, grade: 1, place })),
    ),
  };
}
