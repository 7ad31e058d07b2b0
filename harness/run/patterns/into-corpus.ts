import { makeCorpus } from "../../../db/corpora/make-corpus.ts";
import { FAULT_PATTERN, PATTERN_MEMBER } from "../../../db/issues/patterns.ts";
import type { Artifact, Corpus, Link } from "../../../db/ports/corpus.ts";
import type { FaultPattern } from "./pattern-file.ts";

/**
 * The corpus with each pattern as an entry of knowledge, which agents find by search: its name, its terms, the extracts
 * and its typical reports. Links to its reports are kept and take no part in questions or their truth.
 */
export function withPatterns(corpus: Corpus, patterns: readonly FaultPattern[]): Corpus {
  if (patterns.length === 0) return corpus;
  const titles = new Map(corpus.artifacts.map(({ id, title }) => [id, title]));
  const added = patterns.map((pattern) => entryOf(pattern, titles));
  const links = patterns.flatMap(({ id, members }) =>
    members.map((member): Link => ({ sourceId: entryId(id), targetId: member, kind: PATTERN_MEMBER })),
  );
  return makeCorpus({
    ...corpus,
    mapping: {
      ...corpus.mapping,
      artifactTypes: { ...corpus.mapping.artifactTypes, [FAULT_PATTERN]: { role: "knowledge" } },
    },
    artifacts: [...corpus.artifacts, ...added],
    links: [...corpus.links, ...links],
    notes: [...corpus.notes, `${patterns.length} fault patterns were mined from its reports; no person wrote them`],
  });
}

function entryOf(
  { id, name, terms, summary, typical, members }: FaultPattern,
  titles: ReadonlyMap<string, string>,
): Artifact {
  const lines = [
    `${members.length} reports are alike. What they say more often than others: ${terms.join(", ")}.`,
    ...summary,
    ...typical.map((report) => `Typical: ${report}, ${titles.get(report) ?? ""}`),
  ];
  return {
    id: entryId(id),
    type: FAULT_PATTERN,
    title: `Fault pattern: ${name}`,
    text: lines.join("\n"),
    meta: { kind: FAULT_PATTERN },
  };
}

function entryId(pattern: string): string {
  return `FAULT-PATTERN-${pattern.slice(1)}`;
}
