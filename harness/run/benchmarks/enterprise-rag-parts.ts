import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import { Problems } from "../../../import/folder/problems.ts";
import { enterpriseRagBenchAdapter, readQuestions } from "../../../import/sources/adapters/enterprise-rag-bench.ts";
import { openSource } from "../../../import/sources/files.ts";
import { importSource } from "../../../import/sources/import-source.ts";
import { documentArtifact } from "../../../import/sources/retrieval/task.ts";
import type { CollectionParts } from "./make-collection.ts";

const QUESTIONS = "questions.jsonl";
const EXPORTED = /^(dsid_[0-9a-z]+)__.*\.txt$/i;

/**
 * EnterpriseRAG-Bench as exported: `questions.jsonl`, and folders of texts named `dsid_...__title.txt`, whose first line is the
 * title. Where there is no such text, as it was generated and as backlot loads it (`sources/<product>/**.json`).
 */
export async function readEnterpriseRag(path: string): Promise<CollectionParts> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const questions = files.find((file) => basename(file) === QUESTIONS);
  if (questions === undefined)
    throw new UserError("corpus", `${path} holds no ${QUESTIONS}`, {
      hint: "name the folder with it and the unpacked documents",
    });
  const exported = files.filter((name) => EXPORTED.test(basename(name))).sort(compareText);
  if (exported.length === 0) return readGenerated(path);
  const documents: Artifact[] = [];
  for (const file of exported) {
    const document = await readDocument(file);
    if (document) documents.push(document);
  }
  const problems = new Problems();
  const { files: sources } = await openSource(questions);
  const task = await readQuestions(sources[0]!, { problems, broken: [], columns: {} });
  problems.throwIfAny(path);
  return { documents, ...task };
}

async function readGenerated(path: string): Promise<CollectionParts> {
  const { corpus, retrieval } = await importSource(path, { format: enterpriseRagBenchAdapter.name, maxFaulty: 0 });
  const { artifacts: documents, mapping } = corpus;
  return { documents, mapping, ...(retrieval ?? { queries: [], judgements: [] }) };
}

async function readDocument(file: string): Promise<Artifact | null> {
  const [, id = ""] = EXPORTED.exec(basename(file)) ?? [];
  const [title = "", ...lines] = (await readFile(file, "utf8")).split("\n");
  return documentArtifact({ id, title, text: lines.join("\n").trim(), meta: {} });
}
