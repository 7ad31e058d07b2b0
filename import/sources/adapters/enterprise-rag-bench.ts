import type { Artifact } from "../../../db/ports/corpus.ts";
import type { Source, SourceFile } from "../files.ts";
import { readEach } from "../read-each.ts";
import { asText, jsonLines } from "../retrieval/lines.ts";
import { documentArtifact, retrievalCounts } from "../retrieval/task.ts";
import type {
  Claim,
  ReadContext,
  RelevanceJudgement,
  RetrievalQuery,
  SourceAdapter,
  SourceContent,
} from "../source.ts";
import { readJson } from "../text/json.ts";
import { headOf } from "../text/xml.ts";

/** Of arXiv 2605.05253: what an invented company has in nine products, and questions on it. */
export const enterpriseRagBenchAdapter: SourceAdapter = {
  name: "enterprise-rag-bench",
  reads:
    "EnterpriseRAG-Bench's generated_data: sources/<product>/**/*.json and questions.jsonl; of 500,000 documents a part of at most 10,000 files",
  keeps:
    "documents by product (as what is searched for), their other fields; questions with the documents that answer them, and those that nothing answers, as a scenario set",
  drops: "questions without a known truth (high level), facts of answers one by one",
  claim,
  read,
};

const DOCUMENT = /(?:^|\/)sources\/([a-z_]+)\/.*\.json$/;
const isQuestions = ({ name }: SourceFile) => /(?:^|\/)questions\.jsonl$/.test(name);

function claim(file: SourceFile): Claim | null {
  if (isQuestions(file) && /"expected_doc_ids"\s*:/.test(headOf(file)))
    return { certainty: 1, why: `${file.name} has questions with expected_doc_ids`, whole: true };
  if (!DOCUMENT.test(file.name) || !/"(?:content_field_names|dataset_doc_uuid)"\s*:/.test(headOf(file))) return null;
  return { certainty: 0.95, why: `${file.name} has a dataset_doc_uuid` };
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const documents = files.filter(({ name }) => DOCUMENT.test(name));
  const read = await readEach(documents, context, (file) => readDocument(file, context));
  const places = new Map<string, string>();
  const artifacts: Artifact[] = [];
  for (const { document, place } of read.flatMap((one) => one ?? [])) {
    artifacts.push(document);
    places.set(document.id, place);
  }
  const asked = await readEach(files.filter(isQuestions), context, (file) => readQuestions(file, context));
  const queries = asked.flatMap((one) => one.queries);
  const judgements = asked.flatMap((one) => one.judgements);
  const products = [...new Set(artifacts.map(({ type }) => type))].sort();
  return {
    artifacts,
    links: [],
    places,
    records: artifacts.length + queries.length + judgements.length + context.problems.count,
    counts: {
      ...retrievalCounts({ artifacts, queries, judgements }),
      ...Object.fromEntries(products.map((name) => [name, artifacts.filter(({ type }) => type === name).length])),
    },
    mapping: {
      artifactTypes: Object.fromEntries(products.map((name) => [name, { role: "test_case" as const }])),
      linkKinds: {},
    },
    notes: [],
    ...(queries.length > 0 && { retrieval: { queries, judgements } }),
  };
}

/** Which fields are title and content the document says itself; a field of content may be a list: comments, messages of a thread. */
async function readDocument(file: SourceFile, { problems }: ReadContext) {
  const { value } = await readJson(file);
  const fields = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const { dataset_doc_uuid, title_field_name = "title", content_field_names = ["content"], ...meta } = fields;
  const contents = Array.isArray(content_field_names) ? content_field_names.map(asText) : [];
  const titleField = asText(title_field_name);
  const document = documentArtifact({
    id: asText(dataset_doc_uuid),
    title: asText(fields[titleField]),
    text: contents.map((name) => textOf(fields[name])).join("\n\n"),
    meta: Object.fromEntries(
      Object.entries(meta).filter(([name]) => name !== titleField && !contents.includes(name)),
    ) as Artifact["meta"],
  });
  if (!document) return void problems.add(`${file.name}: a document needs "dataset_doc_uuid" and a text`);
  return { document: { ...document, type: DOCUMENT.exec(file.name)![1]! }, place: file.name };
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(asText).join("\n\n") : asText(value);
}

/** What the data set calls a question that nothing in it answers, in its versions. */
const UNANSWERABLE = ["unanswerable", "info_not_found"];

export async function readQuestions(file: SourceFile, context: ReadContext) {
  const queries: RetrievalQuery[] = [];
  const judgements: RelevanceJudgement[] = [];
  for await (const { value, place } of jsonLines(file, context)) {
    const [id, text, kind] = [value.question_id, value.question, value.question_type].map(asText);
    const documents = Array.isArray(value.expected_doc_ids) ? value.expected_doc_ids.map(asText) : null;
    if (!id || !text || !documents) {
      context.problems.add(`${place}: a question needs "question_id", "question" and "expected_doc_ids"`);
      continue;
    }
    const isUnanswerable = documents.length === 0 && UNANSWERABLE.includes(kind!);
    queries.push({ id, text, answer: asText(value.gold_answer) || null, kind: kind!, isProse: true, isUnanswerable });
    for (const documentId of documents) judgements.push({ queryId: id, documentId, grade: 1, place });
  }
  return { queries, judgements };
}
