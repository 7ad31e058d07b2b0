import { isBlank } from "../../../base/blank.ts";
import { countOf } from "../../../base/counts.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import type { SourceFile } from "../files.ts";
import type { ReadContext, RelevanceJudgement, RetrievalQuery } from "../source.ts";
import { textLines } from "./lines.ts";
import { topic } from "./read-topics.ts";
import { documentArtifact } from "./task.ts";

/** `.I 12` and what stands below `.T`, `.W` and other letters: how SMART's collections (CISI, Cranfield, MEDLINE, ...) are written. */
interface SmartRecord {
  id: string;
  sections: ReadonlyMap<string, string>;
  place: string;
}

async function smartRecords(file: SourceFile, context: ReadContext): Promise<SmartRecord[]> {
  const records: { id: string; lines: Map<string, string[]>; place: string }[] = [];
  let open: string[] = [];
  for await (const { text, place } of textLines(file, context)) {
    const [, id] = /^\.I\s+(\S+)\s*$/.exec(text) ?? [];
    const [, section] = /^\.([A-Z])\s*$/.exec(text) ?? [];
    const last = records.at(-1);
    if (id !== undefined) {
      records.push({ id, lines: new Map(), place });
      open = [];
    } else if (last === undefined) context.problems.add(`${place}: stands before the first .I`);
    else if (section !== undefined) {
      open = last.lines.get(section) ?? [];
      last.lines.set(section, open);
    } else open.push(text);
  }
  return records.map(({ lines, ...record }) => ({
    ...record,
    sections: new Map([...lines].map(([name, said]) => [name, said.join("\n").trim()])),
  }));
}

/** Title, author and text; the other sections (keywords, citations) are of the collection and not of the document. */
export async function readSmartDocuments(
  file: SourceFile,
  context: ReadContext,
): Promise<{ documents: Artifact[]; elements: number }> {
  const records = await smartRecords(file, context);
  const documents = records.flatMap(({ id, sections, place }) => {
    const author = sections.get("A") ?? "";
    const document = documentArtifact({
      id,
      title: (sections.get("T") ?? "").replace(/\s+/g, " "),
      text: sections.get("W") ?? sections.get("B") ?? "",
      meta: isBlank(author) ? {} : { author },
    });
    if (document === null) context.problems.add(`${place}: a document needs a title (.T) or a text (.W)`);
    return document ?? [];
  });
  return { documents, elements: records.length };
}

export async function readSmartTopics(file: SourceFile, context: ReadContext): Promise<RetrievalQuery[]> {
  return (await smartRecords(file, context)).flatMap(({ id, sections, place }) =>
    topic({ id, title: sections.get("T") ?? "", description: sections.get("W") ?? "" }, place, context),
  );
}

/** Query and relevant document, whatever follows: SMART's relations have no grade. */
export async function readSmartJudgements(file: SourceFile, context: ReadContext): Promise<RelevanceJudgement[]> {
  const judgements: RelevanceJudgement[] = [];
  for await (const { text, place } of textLines(file, context)) {
    const [queryId, documentId] = text.trim().split(/\s+/);
    if (documentId === undefined) context.problems.add(`${place}: expected a query and a document`);
    else judgements.push({ queryId: queryId as string, documentId, grade: 1, place });
  }
  return judgements;
}

/**
 * Judgements with the ids that queries have: numbers may have zeros before them (`01` for `.I 1`), and where judgements name
 * a query's place and not its id, as Cranfield's do, the place.
 */
export function judgedByNumber(
  judgements: readonly RelevanceJudgement[],
  queries: readonly RetrievalQuery[],
): { judgements: RelevanceJudgement[]; notes: string[] } {
  const ids = new Map(queries.map(({ id }) => [numberOf(id), id]));
  const unknown = new Set(judgements.map(({ queryId }) => numberOf(queryId)).filter((number) => !ids.has(number)));
  const arePlaces = unknown.size > 0 && judgements.every(({ queryId }) => queries[Number(queryId) - 1] !== undefined);
  return {
    judgements: judgements.map((judgement) => {
      const { queryId } = judgement;
      const id = arePlaces ? queries[Number(queryId) - 1]?.id : ids.get(numberOf(queryId));
      return { ...judgement, queryId: id ?? queryId };
    }),
    notes: arePlaces
      ? [
          `${countOf(unknown.size, "judged query is", "judged queries are")} not among the ids of the queries, but all are among their places: judgements are read by place`,
        ]
      : [],
  };
}

const numberOf = (id: string) => (/^\d+$/.test(id) ? String(Number(id)) : id);
