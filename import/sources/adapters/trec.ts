import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import type { Source, SourceFile } from "../files.ts";
import { readEach } from "../read-each.ts";
import { classify, type TrecKind } from "../retrieval/classify.ts";
import { addAll, readQrels, textLines } from "../retrieval/lines.ts";
import { readDocumentTable, readSgmlDocuments } from "../retrieval/read-documents.ts";
import {
  countJsonRun,
  countRun,
  type RunCounts,
  readJudgementJson,
  readJudgementParquet,
} from "../retrieval/read-judgements.ts";
import { judgedByNumber, readSmartDocuments, readSmartJudgements, readSmartTopics } from "../retrieval/read-smart.ts";
import { readJsonTopics, readSgmlTopics, readTopicTable, readXmlTopics } from "../retrieval/read-topics.ts";
import { documentMapping, retrievalCounts } from "../retrieval/task.ts";
import type {
  Claim,
  ReadContext,
  RelevanceJudgement,
  RetrievalQuery,
  SourceAdapter,
  SourceContent,
} from "../source.ts";
import { decodeText } from "../text/encoding.ts";

export const trecAdapter: SourceAdapter = {
  name: "trec",
  reads:
    "TREC collections: a folder with documents (SGML, TSV), topics (SGML, XML, JSON Lines, tables) and qrels (also ranx JSON, Parquet), plain or .gz; SMART collections (.I, .T, .W)",
  keeps: "documents (as test cases), number, title and description of topics, graded judgements as a scenario set",
  drops:
    "narratives and other sections of topics, sub-topics of judgements (the highest grade counts), document fields but title, text and date; runs and training triples are counted and left out",
  claim,
  read,
};

function claim(file: SourceFile): Claim | null {
  const kind = classify(file);
  if (!kind) return null;
  return { certainty: CERTAIN.has(kind) ? 0.8 : 0.6, why: `${file.name} looks like ${sayKind(kind)}` };
}

const CERTAIN: ReadonlySet<TrecKind> = new Set([
  ...(["documents", "topics", "topics xml", "topics jsonl"] as const),
  ...(["smart documents", "smart topics", "smart judgements"] as const),
]);

const sayKind = (kind: TrecKind) =>
  kind.startsWith("smart ")
    ? `${kind.replace("smart", "the")} of a SMART collection`
    : kind === "run" || kind === "run jsonl"
      ? "a TREC run"
      : kind.startsWith("judgement")
        ? "judgements or a run"
        : `TREC ${kind}`;

/** What has been read so far. */
interface ExecutionParts {
  artifacts: Artifact[];
  queries: RetrievalQuery[];
  judgements: RelevanceJudgement[];
  runs: RunCounts[];
  elements: number;
  triples: number;
  notes: string[];
}

async function read({ files, path }: Source, context: ReadContext): Promise<SourceContent> {
  const all: ExecutionParts = {
    artifacts: [],
    queries: [],
    judgements: [],
    runs: [],
    elements: 0,
    triples: 0,
    notes: [],
  };
  await readEach(files, context, async (file) => {
    const kind = classify(file);
    if (kind) await READERS[kind](file, context, all);
    else if (files.length === 1) refuse(file, await file.bytes());
    else all.notes.push(`${file.name} is nothing of a TREC collection and is left out`);
  });
  const { artifacts, queries, runs, triples } = all;
  const isSmart = files.some((file) => classify(file) === "smart topics");
  const { judgements, notes } = isSmart
    ? judgedByNumber(all.judgements, all.queries)
    : { judgements: all.judgements, notes: [] };
  const runLines = runs.reduce((sum, { lines }) => sum + lines, 0);
  if (runs.length > 0)
    all.notes.push(
      `${runs.length} runs (${runLines} lines) are no part of a corpus and are left out; score them with \`scopebench measure ir\``,
    );
  if (triples > 0) all.notes.push(`${countOf(triples, "training triple is", "training triples are")} left out`);
  return {
    artifacts,
    links: [],
    records: Math.max(artifacts.length, all.elements) + queries.length + judgements.length + runLines + triples,
    counts: {
      ...retrievalCounts({ artifacts, queries, judgements }),
      elements: all.elements,
      runLines,
      runTopics: runs.reduce((sum, { topics }) => sum + topics, 0),
      triples,
    },
    mapping: documentMapping(),
    notes: [...all.notes, ...notes].map((note) => note.replace(`${path}/`, "")),
    ...(queries.length + judgements.length > 0 ? { retrieval: { queries, judgements } } : {}),
  };
}

type Reader = (file: SourceFile, context: ReadContext, all: ExecutionParts) => Promise<void>;

const addTopics =
  (readTopics: (file: SourceFile, context: ReadContext) => Promise<RetrievalQuery[]>): Reader =>
  async (file, context, { queries }) => {
    addAll(queries, await readTopics(file, context));
  };

const addJudged =
  (readJudged: (file: SourceFile) => Promise<{ judgements: RelevanceJudgement[]; run: RunCounts | null }>): Reader =>
  async (file, _context, all) => {
    const { judgements, run } = await readJudged(file);
    addAll(all.judgements, judgements);
    if (run) all.runs.push(run);
  };

const READERS: Readonly<Record<TrecKind, Reader>> = {
  documents: async (file, context, all) => {
    const { documents, elements } = await readSgmlDocuments(file, context);
    addAll(all.artifacts, documents);
    all.elements += elements;
  },
  "document table": async (file, context, all) => addAll(all.artifacts, await readDocumentTable(file, context)),
  topics: addTopics(readSgmlTopics),
  "topics xml": addTopics(readXmlTopics),
  "topics jsonl": addTopics(readJsonTopics),
  "topic table": addTopics(readTopicTable),
  qrels: async (file, context, all) => addAll(all.judgements, (await readQrels(file, context)).judgements),
  "judgement json": addJudged(readJudgementJson),
  "judgement parquet": addJudged(readJudgementParquet),
  "smart documents": async (file, context, all) => {
    const { documents, elements } = await readSmartDocuments(file, context);
    addAll(all.artifacts, documents);
    all.elements += elements;
  },
  "smart topics": addTopics(readSmartTopics),
  "smart judgements": async (file, context, all) => addAll(all.judgements, await readSmartJudgements(file, context)),
  run: async (file, context, all) => void all.runs.push(await countRun(file, context)),
  "run jsonl": async (file, context, all) => void all.runs.push(await countJsonRun(file, context)),
  triples: async (file, context, all) => {
    for await (const _line of textLines(file, context)) all.triples++;
  },
};

/** @throws UserError that says what is wrong with a file that is nothing known. */
function refuse({ name, encoding }: SourceFile, bytes: Uint8Array): never {
  const isBinary = bytes.subarray(0, 1000).includes(0) || (bytes[0] === 0x04 && bytes[1] === 0x22);
  const lines = isBinary ? [] : decodeText(bytes, { name, asked: encoding }).text.trim().split("\n");
  const found = isBinary
    ? "a binary file"
    : `${lines.length} lines such as ${JSON.stringify((lines[0] ?? "").slice(0, 80))}`;
  throw new UserError("corpus", `${name}: ${found}: no documents, topics, qrels or run that are known`, {
    hint: "qrels have 4 columns (topic, iteration, document, grade), runs 6 (topic, Q0, document, rank, score, tag)",
  });
}
