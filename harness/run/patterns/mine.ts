import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";
import type { LsaModel } from "../../../db/embeddings/lsa.ts";
import { issueFacts } from "../../../db/issues/issues.ts";
import { cutIntoClusters, UNCLUSTERED } from "../../../measure/clustering/flat.ts";
import { linkClusters } from "../../../measure/clustering/second-level.ts";
import { clusterTerms } from "../../../measure/clustering/terms.ts";
import { contentWords } from "../../judge/judges/second/words.ts";
import { centralSentences } from "./central-sentences.ts";
import { centreOf, dot } from "./centre.ts";
import { groupReports } from "./group-reports.ts";
import { diagnose, liesOf } from "./lie-of-reports.ts";
import type { FaultPattern, PatternFile } from "./pattern-file.ts";
import type { Pipeline } from "./pipelines.ts";
import type { FaultReport, Reports } from "./read-reports.ts";
import { hasDirection, textOf, vectorsOf } from "./report-vectors.ts";
import { triggersOf } from "./triggers.ts";

/** How patterns are found, and how coarse they are. */
export interface MiningOptions {
  pipeline: Pipeline;
  /** At most this share of all pairs of reports is put together, by a tree. */
  pairShare: number;
  /** Coarser groups over the patterns; null: none. */
  groups: number | null;
  onStep(step: string): void;
}

/** By the texts of reports alone. */
type MinedPattern = Omit<FaultPattern, "components" | "triggers">;

/** The patterns of some reports, the largest first. */
export interface MinedPatterns {
  /** Null where no tree was cut. */
  height: number | null;
  patterns: readonly MinedPattern[];
  diagnostics: PatternFile["diagnostics"];
  /** By report: the place of its pattern, or `UNCLUSTERED`. */
  labels: Int32Array;
}

/** Reports without any word of the model stand apart. The order of reports decides nothing. */
export async function minePatterns(
  reports: readonly FaultReport[],
  model: LsaModel,
  { pipeline, pairShare, groups, onStep }: MiningOptions,
): Promise<MinedPatterns> {
  const vectors = await vectorsOf(model, reports);
  const rows = [...vectors.keys()].filter((row) => hasDirection(vectors[row]!));
  const directed = rows.map((row) => vectors[row]!);
  onStep(`${rows.length} reports are put together, and again to see how well each pattern is found`);
  const { labels: found, sizes, height, agreements } = groupReports(directed, { pipeline, pairShare });
  const labels = new Int32Array(reports.length).fill(UNCLUSTERED);
  rows.forEach((row, at) => {
    labels[row] = found[at]!;
  });
  const coarse = coarserGroups(directed, { labels: found, count: sizes.length, groups });
  onStep("what their reports say");
  const described = await describeAll(reports, { model, vectors, labels, count: sizes.length });
  const ids = sizes.map((_, label) => `P${label + 1}`);
  const lies = liesOf(
    ids,
    ids.map((_, label) => vectors.filter((_, row) => labels[row] === label)),
  );
  const patterns = described.map((one, at): MinedPattern => {
    return { id: ids[at]!, ...one, agreement: agreements[at]!, group: coarse?.[at] ?? null, ...lies[at]! };
  });
  return { height, patterns, diagnostics: diagnose(directed), labels };
}

/** What is kept of mined patterns. */
export function patternFileOf(
  { corpus, types, reports }: Pick<Reports, "corpus" | "types" | "reports">,
  { height, patterns, diagnostics }: MinedPatterns,
  settings: Pick<PatternFile, "pipeline" | "pair_share" | "seed">,
): PatternFile {
  const inPattern = new Set(patterns.flatMap(({ members }) => members));
  const metaOf = new Map(corpus.artifacts.map(({ id, meta }) => [id, meta]));
  const componentsOf = (members: readonly string[]) =>
    mostFrequent(members.flatMap((id) => issueFacts(metaOf.get(id) ?? {}).components));
  const triggers = triggersOf(patterns, corpus.artifacts);
  return {
    version: 1,
    ...{ corpus: corpus.mapping.name, corpus_hash: corpus.hash, types: [...types], reports: reports.length },
    ...settings,
    height,
    patterns: patterns.map((pattern, at) => {
      return { ...pattern, components: componentsOf(pattern.members), triggers: triggers[at]! };
    }),
    apart: reports.map(({ id }) => id).filter((id) => !inPattern.has(id)),
    diagnostics,
  };
}

const COMPONENTS = 5;

function mostFrequent(names: readonly string[]): string[] {
  const counted = [...grouped(names, (name) => name)];
  counted.sort(([a, some], [b, others]) => others.length - some.length || compareText(a, b));
  return counted.slice(0, COMPONENTS).map(([name]) => name);
}

/** By pattern, from 1; null where none were asked for. */
function coarserGroups(
  rows: readonly Float32Array[],
  { labels, count, groups }: { labels: Int32Array; count: number; groups: number | null },
): number[] | null {
  if (groups === null || count === 0) return null;
  // Ward's, since average linkage puts nearly all patterns into one group.
  const tree = linkClusters(rows, { labels, linkage: { method: "ward" } });
  return Array.from(cutIntoClusters(tree, { count: groups }).labels, (label) => label + 1);
}

const [TERMS, LONGEST, NAMING] = [10, 3, 3];
const TYPICAL = 3;

type Description = Pick<FaultPattern, "name" | "terms" | "members" | "typical" | "summary">;

async function describeAll(
  reports: readonly FaultReport[],
  {
    model,
    vectors,
    labels,
    count,
  }: { model: LsaModel; vectors: readonly Float32Array[]; labels: Int32Array; count: number },
): Promise<Description[]> {
  const terms = clusterTerms(
    reports.map((report) => contentWords(textOf(report))),
    { labels, most: TERMS, longest: LONGEST },
  );
  const described: Description[] = [];
  for (let label = 0; label < count; label++) {
    const rows = [...reports.keys()].filter((row) => labels[row] === label);
    const centre = centreOf(rows.map((row) => vectors[row]!));
    const nearest = rows.toSorted(
      (a, b) => dot(vectors[b]!, centre) - dot(vectors[a]!, centre) || compareText(reports[a]!.id, reports[b]!.id),
    );
    const words = terms[label]!.map(({ term }) => term);
    described.push({
      name: nameOf(words),
      terms: words,
      members: rows.map((row) => reports[row]!.id).sort(compareText),
      typical: nearest.slice(0, TYPICAL).map((row) => reports[row]!.id),
      summary: await centralSentences(
        nearest.map((row) => reports[row]!),
        { model, centre },
      ),
    });
  }
  return described;
}

/** The heaviest terms that have no word in common. */
function nameOf(terms: readonly string[]): string {
  const used = new Set<string>();
  const chosen = terms.filter((term) => {
    const words = term.split(" ");
    if (words.some((word) => used.has(word))) return false;
    for (const word of words) used.add(word);
    return true;
  });
  return chosen.slice(0, NAMING).join(", ");
}
