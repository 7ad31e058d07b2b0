import { createHash } from "node:crypto";
import { compareText } from "../../../base/text-order.ts";
import type { Artifact, Corpus } from "../../../db/ports/corpus.ts";
import type { RetrievalTask } from "../../../import/sources/source.ts";
import type { CollectionCounts } from "../../results/benchmarks/benchmark.ts";

/** What a benchmark asks over what, whatever layout its files have. */
export interface Collection {
  corpus: Corpus;
  task: RetrievalTask;
}

/** Questions with a relevant document that is there, and what they ask over. */
export function countCollection({ corpus, task }: Collection): CollectionCounts {
  const documents = new Set(corpus.artifacts.map(({ id }) => id));
  const asked = new Set(task.queries.map(({ id }) => id));
  const pairs = task.judgements.filter(
    ({ queryId, documentId, grade }) => grade > 0 && asked.has(queryId) && documents.has(documentId),
  );
  return {
    documents: documents.size,
    questions: new Set(pairs.map(({ queryId }) => queryId)).size,
    relevant: new Set(pairs.map(({ queryId, documentId }) => JSON.stringify([queryId, documentId]))).size,
  };
}

/** SHA-256 over documents, questions and judgements by id: of what is scored, not of how files hold it. */
export function collectionHash({ corpus, task }: Collection): string {
  const hash = createHash("sha256");
  const add = (rows: readonly (readonly unknown[])[]) => {
    for (const row of rows.map((each) => JSON.stringify(each)).sort(compareText)) hash.update(`${row}\n`);
    hash.update("\n");
  };
  add(corpus.artifacts.map(({ id, title, text }: Artifact) => [id, title, text]));
  add(task.queries.map(({ id, text }) => [id, text]));
  add(task.judgements.map(({ queryId, documentId, grade }) => [queryId, documentId, grade]));
  return hash.digest("hex");
}
