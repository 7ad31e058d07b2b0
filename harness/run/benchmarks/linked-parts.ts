import { grouped } from "../../../base/grouped.ts";
import type { Artifact, Link } from "../../../db/ports/corpus.ts";
import { Problems } from "../../../import/folder/problems.ts";
import { readCorpusParts } from "../../../import/folder/read-parts.ts";
import { documentArtifact } from "../../../import/sources/retrieval/task.ts";
import type { BenchmarkData } from "../../results/benchmarks/benchmark.ts";
import type { CollectionParts } from "./make-collection.ts";

/**
 * A corpus folder as a retrieval task: artifacts of one type are the questions, those of another the documents, and a link
 * makes a document relevant. Links and other artifacts stay out of the corpus: they are the truth, or lead to it.
 */
export async function readLinkedParts(
  path: string,
  { from, to, kind, questionsWithout = [] }: Extract<BenchmarkData, { type: "links" }>,
): Promise<CollectionParts> {
  const { artifacts, links } = await readWholeParts(path);
  const ofType = grouped(artifacts, ({ type }) => type);
  const asking = (ofType.get(from) ?? []).filter(({ meta }) => questionsWithout.every((key) => isEmpty(meta[key])));
  const askingIds = new Set(asking.map(({ id }) => id));
  const relevant = links.filter((link) => link.kind === kind && askingIds.has(link.sourceId));
  const linked = new Set(relevant.map(({ sourceId }) => sourceId));
  return {
    documents: (ofType.get(to) ?? []).flatMap((artifact) => documentArtifact(artifact) ?? []),
    queries: asking
      .filter(({ id }) => linked.has(id))
      .map((artifact) => ({ id: artifact.id, text: questionOf(artifact), answer: null })),
    judgements: relevant.map(({ sourceId, targetId }) => ({
      ...{ queryId: sourceId, documentId: targetId, grade: 1 },
      place: "links.csv",
    })),
  };
}

/** Artifacts and links of a corpus folder. @throws UserError `corpus` with every faulty line */
export async function readWholeParts(path: string): Promise<{ artifacts: Artifact[]; links: readonly Link[] }> {
  const problems = new Problems();
  const { artifacts, links } = await readCorpusParts(path, problems);
  problems.throwIfAny(path);
  return { artifacts: [...artifacts], links };
}

/** Many texts begin with their title. */
export function questionOf({ title, text }: Artifact): string {
  const [head, body] = [title.trim(), text.trim()];
  return body === "" || body.startsWith(head) ? body || head : `${head}\n\n${body}`;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
