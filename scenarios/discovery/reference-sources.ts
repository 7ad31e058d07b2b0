import { referenceResolver } from "../../db/ingest/reference-ids.ts";
import type { Corpus } from "../../db/ports/corpus.ts";
import { mapCorpus, metaList, roleOfKind } from "../../db/ports/corpus-rows.ts";

/** A link between a test case and a backlog item, with everything that records it. */
export interface RecordedLink {
  test: string;
  item: string;
  /** Kinds and ends as they stand in the corpus, each as one text (`linkKey`). */
  links: string[];
  /** References in the test case's payload, as a person wrote them. */
  written: string[];
  /** False when one of these records another item as well: it cannot go without taking that link away, too. */
  separable: boolean;
}

export function linkKey({ sourceId, targetId, kind }: { sourceId: string; targetId: string; kind: string }): string {
  return JSON.stringify([sourceId, targetId, kind]);
}

/** Every resolved reference of a corpus, item by item, as the ingest would resolve it. */
export function recordedLinks(corpus: Corpus): Map<string, RecordedLink[]> {
  const rows = mapCorpus(corpus);
  const resolve = referenceResolver(rows, corpus.mapping.idPatterns);
  const byItem = new Map<string, Map<string, RecordedLink>>();
  const add = (test: string, raw: string, record: Partial<Pick<RecordedLink, "links" | "written">>): void => {
    const resolution = resolve(raw);
    const items = "items" in resolution ? resolution.items : [];
    for (const { id: item } of items) {
      const ofItem = byItem.get(item) ?? new Map<string, RecordedLink>();
      const known = ofItem.get(test) ?? { test, item, links: [], written: [], separable: true };
      known.links.push(...(record.links ?? []));
      known.written.push(...(record.written ?? []));
      known.separable &&= items.length === 1;
      byItem.set(item, ofItem.set(test, known));
    }
  };
  const isTest = (id: string): boolean => rows.byId.get(id)?.role === "test_case";
  for (const link of corpus.links) {
    const kind = roleOfKind(corpus.mapping, link.kind);
    if (kind?.role !== "reference") continue;
    const [test, raw] = kind.inverse ? [link.targetId, link.sourceId] : [link.sourceId, link.targetId];
    if (isTest(test)) add(test, raw, { links: [linkKey(link)] });
  }
  for (const artifact of rows.artifacts)
    if (artifact.role === "test_case")
      for (const raw of metaList(artifact, "references")) add(artifact.id, raw, { written: [raw] });
  return new Map([...byItem].map(([item, ofItem]) => [item, [...ofItem.values()]]));
}
