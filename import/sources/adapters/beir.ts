import type { Artifact } from "../../../db/ports/corpus.ts";
import { quote } from "../../folder/quote.ts";
import type { Source, SourceFile } from "../files.ts";
import { readEach } from "../read-each.ts";
import { addAll, asText, jsonLines, readQrels, textLines } from "../retrieval/lines.ts";
import { documentArtifact, documentMapping, retrievalCounts } from "../retrieval/task.ts";
import type {
  Claim,
  ReadContext,
  RelevanceJudgement,
  RetrievalQuery,
  SourceAdapter,
  SourceContent,
} from "../source.ts";
import { headOf } from "../text/xml.ts";

export const beirAdapter: SourceAdapter = {
  name: "beir",
  reads:
    "BEIR data sets: a folder with corpus.jsonl (or segments, plain or .gz), queries (.jsonl or .tsv) and qrels (.tsv)",
  keeps:
    "documents (as test cases: they are what is searched for), metadata; queries and graded judgements as a scenario set",
  drops: "grade 0 judgements (counted), queries without a relevant document in the corpus",
  claim,
  read,
};

type Kind = "corpus" | "queries" | "qrels" | null;

function claim(file: SourceFile): Claim | null {
  if (kindOf(file) === null) return null;
  const isPlain = /"_id"\s*:|^query-id\t/.test(headOf(file)) || isNamed(file);
  return { certainty: isPlain ? 0.9 : 0.4, why: `${file.name} holds \`_id\` and \`text\`, or is called as in BEIR` };
}

const isNamed = ({ name }: SourceFile) => /(^|[-_/])(queries|qrels)\.tsv$/i.test(name) && !/\/\w+\.run/.test(name);

/** By name where the name says it, else by the first record. */
function kindOf(file: SourceFile): Kind {
  const name = file.name.toLowerCase();
  const first = headOf(file)
    .replace(/^\uFEFF/, "")
    .split("\n")[0] as string;
  if (/\.tsv$/.test(name)) return /qrels/.test(name) ? "qrels" : /quer(y|ies)|topics/.test(name) ? "queries" : null;
  if (!/\.jsonl(\.gz)?$/.test(name) || !/"_id"\s*:/.test(first)) return null;
  return /quer(y|ies)|question|rewrite|topics/.test(name) ? "queries" : "corpus";
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const places = new Map<string, string>();
  const of = (kind: Kind) => files.filter((file) => kindOf(file) === kind);
  const [artifacts, notes, queries, judgements]: [Artifact[], string[], RetrievalQuery[], RelevanceJudgement[]] = [
    [],
    [],
    [],
    [],
  ];
  const strange = new Map<string, number>();
  const parts = await readEach(of("corpus"), context, async (file) => {
    const documents: { document: Artifact; place: string }[] = [];
    for await (const read of readDocuments(file, { context, strange })) documents.push(read);
    return documents;
  });
  if (strange.size > 0) notes.push(`members of documents left out: ${sayMembers(strange)}`);
  for (const { document, place } of parts.flat()) {
    artifacts.push(document);
    places.set(document.id, place);
  }
  const [own, ...others] = of("queries");
  if (own) addAll(queries, await readQueries(own, context));
  if (others.length > 0)
    notes.push(`the queries are those of ${own?.name}; left out: ${others.map(({ name }) => name).join(", ")}`);
  const splits = of("qrels");
  const chosen = splits.filter(({ name }) => splits.length === 1 || /(^|\/)test\.tsv$/i.test(name));
  const read = await readEach(chosen.length > 0 ? chosen : splits, context, (file) => readQrels(file, context));
  addAll(
    judgements,
    read.flatMap((split) => split.judgements),
  );
  if (chosen.length > 0 && chosen.length < splits.length) notes.push("of several splits of judgements, test is taken");
  const unknown = of(null);
  if (unknown.length > 0)
    notes.push(`no part of BEIR's layout, left out: ${unknown.map(({ name }) => name).join(", ")}`);
  return {
    artifacts,
    links: [],
    places,
    records: artifacts.length + queries.length + judgements.length + context.problems.count,
    counts: retrievalCounts({ artifacts, queries, judgements }),
    mapping: documentMapping(),
    notes,
    ...(queries.length + judgements.length > 0 ? { retrieval: { queries, judgements } } : {}),
  };
}

const MOST_SAID = 10;

function sayMembers(strange: ReadonlyMap<string, number>): string {
  const said = [...strange].slice(0, MOST_SAID).map(([name, times]) => `${quote(name)} (${times})`);
  return said.join(", ") + (strange.size > MOST_SAID ? ` and ${strange.size - MOST_SAID} more` : "");
}

async function* readDocuments(
  file: SourceFile,
  { context, strange }: { context: ReadContext; strange: Map<string, number> },
): AsyncGenerator<{ document: Artifact; place: string }> {
  for await (const { value, place } of jsonLines(file, context)) {
    const { _id, title, text, metadata, ...others } = value;
    for (const name of Object.keys(others)) strange.set(name, (strange.get(name) ?? 0) + 1);
    const document = documentArtifact({
      id: asText(_id),
      title: asText(title),
      text: asText(text),
      meta: isRecord(metadata) ? metadata : {},
    });
    if (document) yield { document, place };
    else context.problems.add(`${place}: a document needs "_id" and "text" or "title"`);
  }
}

async function readQueries(file: SourceFile, context: ReadContext): Promise<RetrievalQuery[]> {
  const queries: RetrievalQuery[] = [];
  if (file.name.endsWith(".tsv"))
    for await (const { text, place } of textLines(file, context))
      addQuery(queries, splitOnce(text), { place, context });
  else
    for await (const { value, place } of jsonLines(file, context)) {
      const { metadata } = value;
      const answer = isRecord(metadata) ? asText(metadata.answer) || null : null;
      addQuery(queries, { id: asText(value._id), text: asText(value.text), answer }, { place, context });
    }
  return queries;
}

function splitOnce(line: string): RetrievalQuery {
  const at = line.indexOf("\t");
  return { id: line.slice(0, Math.max(0, at)).trim(), text: line.slice(at + 1).trim(), answer: null };
}

function addQuery(
  queries: RetrievalQuery[],
  query: RetrievalQuery,
  { place, context }: { place: string; context: ReadContext },
): void {
  if (query.id !== "" && query.text.trim() !== "") queries.push(query);
  else context.problems.add(`${place}: a query needs an id and a text`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
