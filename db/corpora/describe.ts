import { compareText } from "../base/hash.ts";
import type { Artifact, Corpus, Link, LinkRole } from "./corpus.ts";

/** Length of texts in characters. Quantiles by the nearest-rank method. */
export interface LengthQuantiles {
  min: number;
  q25: number;
  median: number;
  q75: number;
  q95: number;
  max: number;
}

/** What is in a corpus, for `corpus describe`. Counts are of the corpus as it stands, before ingest resolves raw references. */
export interface CorpusDescription {
  name: string;
  synthetic: boolean;
  hash: string;
  artifacts: number;
  byRole: Record<string, number>;
  byType: Record<string, number>;
  backlogBySubtype: Record<string, number>;
  links: number;
  linksByRole: Record<string, number>;
  /** Raw references in `meta.references` of test cases, which ingest resolves to further links. */
  rawReferences: number;
  testsWithoutReference: number;
  /** Backlog items that no link row names. Null where raw references may name more of them. */
  backlogWithoutTest: number | null;
  textLength: Record<string, LengthQuantiles>;
  notes: readonly string[];
}

/** Counts a corpus by role, subtype and link role. Keys are in code-unit order. */
export function describeCorpus({ mapping, artifacts, links, notes, hash }: Corpus): CorpusDescription {
  const roleOf = (artifact: Artifact) => mapping.artifactTypes[artifact.type]?.role ?? "other";
  const tests = artifacts.filter((artifact) => roleOf(artifact) === "test_case");
  const backlog = artifacts.filter((artifact) => roleOf(artifact) === "backlog_item");
  const linkRole = (link: Link): LinkRole | "unmapped" => mapping.linkKinds[link.kind]?.role ?? "unmapped";
  const references = links.filter((link) => linkRole(link) === "reference");
  const linked = new Set(references.flatMap(({ sourceId, targetId }) => [sourceId, targetId]));
  const raw = tests.map((test) => ({ id: test.id, count: rawReferencesOf(test) }));
  const rawReferences = raw.reduce((sum, { count }) => sum + count, 0);
  return {
    name: mapping.name,
    synthetic: mapping.synthetic,
    hash,
    artifacts: artifacts.length,
    byRole: countBy(artifacts, roleOf),
    byType: countBy(artifacts, (artifact) => artifact.type),
    backlogBySubtype: countBy(backlog, (item) => mapping.artifactTypes[item.type]?.subtype ?? item.type),
    links: links.length,
    linksByRole: countBy(links, linkRole),
    rawReferences,
    testsWithoutReference: raw.filter(({ id, count }) => count === 0 && !linked.has(id)).length,
    backlogWithoutTest: rawReferences > 0 ? null : backlog.filter(({ id }) => !linked.has(id)).length,
    textLength: Object.fromEntries(
      [...Object.keys(countBy(artifacts, roleOf))].map((role) => [
        role,
        lengthsOf(artifacts.filter((artifact) => roleOf(artifact) === role)),
      ]),
    ),
    notes,
  };
}

function rawReferencesOf({ meta }: Artifact): number {
  const { references } = meta;
  return Array.isArray(references)
    ? references.length
    : typeof references === "string" && references.trim() !== ""
      ? 1
      : 0;
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => compareText(a, b)));
}

function lengthsOf(artifacts: readonly Artifact[]): LengthQuantiles {
  const lengths = artifacts.map(({ text }) => text.length).sort((a, b) => a - b);
  const at = (share: number) => lengths[Math.max(0, Math.ceil(share * lengths.length) - 1)] ?? 0;
  return { min: at(0), q25: at(0.25), median: at(0.5), q75: at(0.75), q95: at(0.95), max: at(1) };
}
