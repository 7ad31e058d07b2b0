import { compareText } from "../base/text-order.ts";
import { referenceResolver } from "../db/ingest/reference-ids.ts";
import type { Corpus } from "../db/ports/corpus.ts";
import { type CorpusRows, fitsRole, mapCorpus, metaList } from "../db/ports/corpus-rows.ts";
import { type RoleGaps, roleGaps } from "./folder/role-gaps.ts";

/** Length of texts in characters, quantiles by the nearest-rank method. */
interface LengthQuantiles {
  min: number;
  q25: number;
  median: number;
  q75: number;
  q95: number;
  max: number;
}

/** What is in a corpus, for `corpus describe`. Keys of counts are in code-unit order. */
export interface CorpusDescription {
  name: string;
  synthetic: boolean;
  description: string | null;
  hash: string;
  artifacts: number;
  byRole: Record<string, number>;
  byType: Record<string, number>;
  backlogBySubtype: Record<string, number>;
  /** Rows of links.csv, whatever becomes of them. */
  links: number;
  /** Those that take part in a role. */
  linksByRole: Record<string, number>;
  /** Raw references in test cases, which ingest resolves. */
  rawReferences: number;
  /** Those that lead to no backlog item. */
  unresolvedReferences: number;
  /** Distinct pairs of test case and backlog item, from rows and raw references together. */
  traceLinks: number;
  testsWithoutBacklog: number;
  backlogWithoutTests: number;
  /** Characters of the text, by role. */
  textLength: Record<string, LengthQuantiles>;
  /** Null: most links take part, and there is something to trace. */
  roleGaps: RoleGaps | null;
  notes: readonly string[];
}

/** Counts a corpus as ingest would see it. */
export function describeCorpus(corpus: Corpus): CorpusDescription {
  const rows = mapCorpus(corpus);
  const backlog = rows.artifacts.filter(({ role }) => role === "backlog_item");
  const byRole = countBy(rows.artifacts, ({ role }) => role);
  return {
    name: corpus.mapping.name,
    synthetic: corpus.mapping.synthetic,
    description: corpus.mapping.description ?? null,
    hash: corpus.hash,
    artifacts: rows.artifacts.length,
    byRole,
    byType: countBy(rows.artifacts, ({ type }) => type),
    backlogBySubtype: countBy(backlog, ({ subtype }) => subtype),
    links: corpus.links.length,
    linksByRole: countBy(
      rows.links.filter((link) => fitsRole(link, rows.byId)),
      ({ role }) => role,
    ),
    ...countReferences(corpus, rows),
    textLength: Object.fromEntries(Object.keys(byRole).map((role) => [role, lengthsOf(rows, role)])),
    roleGaps: roleGaps(corpus),
    notes: corpus.notes,
  };
}

type ReferenceCounts = Pick<
  CorpusDescription,
  "rawReferences" | "unresolvedReferences" | "traceLinks" | "testsWithoutBacklog" | "backlogWithoutTests"
>;

function countReferences({ mapping }: Corpus, rows: CorpusRows): ReferenceCounts {
  const resolve = referenceResolver(rows, mapping.idPatterns);
  const recorded = rows.links
    .filter((link) => link.role === "reference" && fitsRole(link, rows.byId))
    .map(({ sourceId, targetId }) => [sourceId, targetId]);
  const raw = rows.artifacts
    .filter(({ role }) => role === "test_case")
    .flatMap((test) => metaList(test, "references").map((text) => ({ test: test.id, resolution: resolve(text) })));
  const resolved = raw.flatMap(({ test, resolution }) =>
    "items" in resolution ? resolution.items.map(({ id }) => [test, id]) : [],
  );
  const pairs = [...recorded, ...resolved];
  const [tests, items] = [0, 1].map((end) => new Set(pairs.map((pair) => pair[end]))) as [Set<unknown>, Set<unknown>];
  const count = (role: string) => rows.artifacts.filter((artifact) => artifact.role === role).length;
  return {
    rawReferences: raw.length,
    unresolvedReferences: raw.filter(({ resolution }) => "reason" in resolution).length,
    traceLinks: new Set(pairs.map((pair) => JSON.stringify(pair))).size,
    testsWithoutBacklog: count("test_case") - tests.size,
    backlogWithoutTests: count("backlog_item") - items.size,
  };
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => compareText(a, b)));
}

function lengthsOf({ artifacts }: CorpusRows, role: string): LengthQuantiles {
  const own = artifacts.filter((artifact) => artifact.role === role);
  const lengths = own.map(({ text }) => text.length).sort((a, b) => a - b);
  const at = (share: number) => lengths[Math.max(0, Math.ceil(share * lengths.length) - 1)] ?? 0;
  return { min: at(0), q25: at(0.25), median: at(0.5), q75: at(0.75), q95: at(0.95), max: at(1) };
}
