import { z } from "zod";
import type { Artifact } from "../../../db/ports/corpus.ts";
import { Problems } from "../../../import/folder/problems.ts";
import { openSource } from "../../../import/sources/files.ts";
import { jsonLines } from "../../../import/sources/retrieval/lines.ts";
import { documentArtifact } from "../../../import/sources/retrieval/task.ts";
import type { CollectionParts } from "./make-collection.ts";

const documentsSchema = z.array(z.object({ docid: z.coerce.string(), text: z.string(), url: z.string().optional() }));
const rowSchema = z.object({
  query_id: z.coerce.string(),
  query: z.string(),
  answer: z.string().optional(),
  gold_docs: documentsSchema.default([]),
  evidence_docs: documentsSchema,
  negative_docs: documentsSchema.default([]),
});

/**
 * BrowseComp-Plus as its own script decrypts it, one question a line with its documents. Those that people marked as evidence are
 * relevant, as in its retrieval scores; the collection is what all questions bring.
 */
export async function readBrowseComp(path: string): Promise<CollectionParts> {
  const problems = new Problems();
  const documents = new Map<string, Artifact>();
  const parts = { queries: [], judgements: [] } as { [K in "queries" | "judgements"]: CollectionParts[K][number][] };
  const { files } = await openSource(path);
  for (const file of files.filter(({ name }) => /\.jsonl(\.gz)?$/.test(name)))
    for await (const { value, place } of jsonLines(file, { problems, broken: [], columns: {} })) {
      const row = rowSchema.safeParse(value);
      if (!row.success) {
        problems.add(`${place}: expected query_id, query and evidence_docs of docid and text, as decrypted`);
        continue;
      }
      const { query_id: id, query, answer = null, evidence_docs: evidence } = row.data;
      for (const { docid, text, url } of [...row.data.gold_docs, ...evidence, ...row.data.negative_docs]) {
        const document = documentArtifact({ id: docid, title: "", text, meta: url === undefined ? {} : { url } });
        if (document) documents.set(docid, document);
      }
      parts.queries.push({ id, text: query, answer });
      parts.judgements.push(...evidence.map(({ docid }) => ({ queryId: id, documentId: docid, grade: 1, place })));
    }
  problems.throwIfAny(path);
  return { documents: [...documents.values()], ...parts };
}
