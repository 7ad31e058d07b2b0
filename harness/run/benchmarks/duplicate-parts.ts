import type { Artifact } from "../../../db/ports/corpus.ts";
import { documentArtifact } from "../../../import/sources/retrieval/task.ts";
import type { BenchmarkData } from "../../results/benchmarks/benchmark.ts";
import { questionOf, readWholeParts } from "./linked-parts.ts";
import type { CollectionParts } from "./make-collection.ts";

/**
 * Reports that a tracker calls duplicates: of a pair the one with the higher number asks for the other, and is itself not searched. A
 * pair of which both ask is left out.
 */
export async function readDuplicateParts(
  path: string,
  { of, kind }: Extract<BenchmarkData, { type: "duplicates" }>,
): Promise<CollectionParts> {
  const { artifacts, links } = await readWholeParts(path);
  const reports = artifacts.filter(({ type }) => type === of);
  const earlierOf = new Map<string, Set<string>>();
  for (const { sourceId, targetId } of links.filter((link) => link.kind === kind)) {
    const [later, earlier] = Number(sourceId) > Number(targetId) ? [sourceId, targetId] : [targetId, sourceId];
    earlierOf.set(later, (earlierOf.get(later) ?? new Set()).add(earlier));
  }
  const isSearched = (id: string) => !earlierOf.has(id);
  return {
    documents: reports.filter(({ id }) => isSearched(id)).flatMap((report) => documentArtifact(report) ?? []),
    queries: reports.filter(({ id }) => !isSearched(id)).map(asQuery),
    judgements: [...earlierOf].flatMap(([queryId, earlier]) =>
      [...earlier].filter(isSearched).map((documentId) => ({ queryId, documentId, grade: 1, place: "links.csv" })),
    ),
  };
}

function asQuery(report: Artifact) {
  return { id: report.id, text: questionOf(report), answer: null };
}
