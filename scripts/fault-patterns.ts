/**
 * Mines fault patterns of trackers' reports by both pipelines, at several coarsenesses and seeds, and says how many pairs that people
 * linked as duplicates are together, and how often a new report is assigned as mining anew would place it.
 *
 *   node --import tsx scripts/fault-patterns.ts NAME=FOLDER ...      corpus folders or exports
 *
 * The last 500 reports by id are the new ones, so ids should rise with time. They come one by one, each assigned and then mined with all before
 * it, and all at once; words are those that the earlier reports taught, or learned anew. Some ten minutes of processor time for 2,500 reports.
 */
import { grouped } from "../base/grouped.ts";
import { percent } from "../harness/print/format.ts";
import { assignReports } from "../harness/run/patterns/assign.ts";
import { LEAST_MEMBERS, LINKAGE } from "../harness/run/patterns/group-reports.ts";
import { checkDuplicates } from "../harness/run/patterns/known-duplicates.ts";
import { type MinedPatterns, minePatterns, patternFileOf } from "../harness/run/patterns/mine.ts";
import { type FaultReport, type Reports, readReports } from "../harness/run/patterns/read-reports.ts";
import { hasDirection, learnWords, vectorsOf } from "../harness/run/patterns/report-vectors.ts";
import { assignRows } from "../measure/clustering/assign.ts";
import { distanceOf, pairIndex } from "../measure/clustering/distances.ts";
import { cutAtPairShare, type FlatClusters, UNCLUSTERED } from "../measure/clustering/flat.ts";
import { nameNodes } from "../measure/clustering/linkage.ts";
import { fillPairs, matrixClusters } from "../measure/clustering/matrix-clusters.ts";
import { mergeByChain } from "../measure/clustering/nearest-neighbour-chain.ts";
import { arrangePoints } from "../measure/clustering/points.ts";
import { groupingQuality } from "../measure/clustering/quality.ts";
import { bestAgreements, STABLE_AGREEMENT } from "../measure/clustering/stability.ts";
import { umapHdbscan } from "../measure/clustering/umap-hdbscan.ts";
import { mean } from "../measure/statistics/basics/describe.ts";
import { argumentsOf } from "./arguments.ts";

const { positionals } = argumentsOf(import.meta.filename, {});
const SHARES = [0.002, 0.01, 0.02];
/** Of the words; layouts have five of their own. */
const [FIRST_SEED, SEEDS] = [1, [1, 2, 3]] as const;
const NEW = 500;

const trackers: { name: string; source: Reports }[] = [];
for (const tracker of positionals) {
  const [name = "", folder = ""] = tracker.split("=");
  trackers.push({ name, source: await readReports(folder) });
}

head(
  ...["tracker", "pipeline", "seed", "patterns", "reports in one", "largest", "found again at .75"],
  ...["duplicates together", "BM25's nearest", "chance"],
);
for (const { name, source } of trackers) {
  for (const pairShare of SHARES)
    for (const seed of pairShare === 0.01 ? SEEDS : [FIRST_SEED]) {
      const { patterns, labels } = await mine(source.reports, pairShare, seed);
      const agreements = patterns.map(({ agreement }) => agreement);
      console.log(minedRow(source, labels, { name, pipeline: `linkage, ${percent(pairShare)}`, seed, agreements }));
    }
  for (const row of await layoutRows(name, source)) console.log(row);
}

console.log("");
head(
  "tracker",
  "pairs put together",
  "new reports",
  "come",
  "words",
  "in a known pattern",
  "as mined anew",
  "old reports that keep theirs",
);
for (const { name, source } of trackers) {
  for (const row of await streamRows(name, source)) console.log(row);
  for (const pairShare of SHARES)
    for (const words of ["kept", "learned anew"] as const)
      console.log(await atOnceRow(name, source, { pairShare, words }));
}

async function layoutRows(name: string, source: Reports): Promise<string[]> {
  const vectors = await vectorsOf(await learnWords(source.reports, FIRST_SEED), source.reports);
  const rows = [...vectors.keys()].filter((row) => hasDirection(vectors[row]!));
  const { bySeed } = umapHdbscan(
    rows.map((row) => vectors[row]!),
    { minClusterSize: LEAST_MEMBERS },
  );
  return bySeed.map((one) => {
    const labels = new Int32Array(vectors.length).fill(UNCLUSTERED);
    rows.forEach((row, at) => {
      labels[row] = one.labels[at]!;
    });
    const others = bySeed.filter((other) => other !== one).map((other) => bestAgreements(one.labels, other.labels));
    const agreements = one.sizes.map((_, label) => mean(others.map((found) => found.get(label)!)));
    return minedRow(source, labels, { name, pipeline: "UMAP, HDBSCAN", seed: one.seed, agreements });
  });
}

function minedRow(
  source: Reports,
  labels: Int32Array,
  {
    name,
    pipeline,
    seed,
    agreements,
  }: { name: string; pipeline: string; seed: number; agreements: readonly (number | null)[] },
): string {
  const { coverage, largestShare } = groupingQuality(labels);
  const { pairs, together, nearest, chance } = checkDuplicates(source, labels)!;
  const stable = agreements.filter((agreement) => agreement !== null && agreement >= STABLE_AGREEMENT).length;
  return row(
    ...[name, pipeline, seed, agreements.length, percent(coverage), percent(largestShare), stable],
    ...[`${together} of ${pairs}`, nearest, percent(chance)],
  );
}

/** Each new report as it comes: assigned to what was mined of those before it, and mined with them. Words are the earlier reports'. */
async function streamRows(name: string, { reports }: Reports): Promise<string[]> {
  const vectors = await vectorsOf(await learnWords(reports.slice(0, -NEW), FIRST_SEED), reports);
  const rows = [...vectors.keys()].filter((row) => hasDirection(vectors[row]!));
  const treeOf = treesOf(rows.map((row) => vectors[row]!));
  const start = rows.filter((row) => row < reports.length - NEW).length;
  const tallies = SHARES.map(() => ({ placed: 0, equal: 0, kept: [] as number[] }));
  let before = SHARES.map((share) => cut(start, share));
  for (let at = start; at < rows.length; at++) {
    const after = SHARES.map((share) => cut(at + 1, share));
    for (const [which, tally] of tallies.entries()) {
      const [known, anew] = [before[which]!, after[which]!];
      const names = namesBy(known.labels, anew.labels);
      const assigned = assignOne(
        rows.slice(0, at + 1).map((row) => vectors[row]!),
        known,
      );
      if (assigned !== UNCLUSTERED) tally.placed++;
      if (assigned === (names.get(anew.labels[at]!) ?? UNCLUSTERED)) tally.equal++;
      tally.kept.push(
        mean(
          [...known.labels.keys()].map((old) =>
            Number(known.labels[old] === (names.get(anew.labels[old]!) ?? UNCLUSTERED)),
          ),
        )!,
      );
    }
    before = after;
  }
  const come = rows.length - start;
  return SHARES.map((share, which) => {
    const { placed, equal, kept } = tallies[which]!;
    return row(
      name,
      percent(share),
      come,
      "one by one",
      "kept",
      placed,
      `${equal} (${percent(equal / come)})`,
      percent(mean(kept)!),
    );
  });

  function cut(count: number, share: number): FlatClusters {
    return cutAtPairShare(treeOf(count), { share, minSize: LEAST_MEMBERS });
  }
}

/** The last of some rows to the clusters of those before it. */
function assignOne(vectors: readonly Float32Array[], { labels, height }: FlatClusters): number {
  const members = grouped(labels.keys(), (at) => labels[at]!);
  const of = (rows: readonly number[] = []) => rows.map((at) => vectors[at]!);
  const clusters = [...members]
    .filter(([label]) => label !== UNCLUSTERED)
    .map(([label, rows]) => ({ id: String(label), members: of(rows) }));
  const [found] = assignRows(vectors.slice(-1), {
    clusters,
    apart: of(members.get(UNCLUSTERED)),
    linkage: LINKAGE,
    height,
  });
  return found?.id ? Number(found.id) : UNCLUSTERED;
}

/** Trees of the first so many rows, whose distances are computed once. */
function treesOf(vectors: readonly Float32Array[]) {
  const points = arrangePoints(vectors, LINKAGE.distance);
  const { count } = points;
  const all = fillPairs(new Float32Array((count * (count - 1)) / 2), count, distanceOf(points, LINKAGE.distance));
  let last: { of: number; tree: Parameters<typeof cutAtPairShare>[0] } | null = null;
  return (of: number) => {
    if (last?.of === of) return last.tree;
    const places = [...points.rows.keys()].filter((place) => points.rows[place]! < of);
    const gaps = new Float64Array((of * (of - 1)) / 2);
    fillPairs(gaps, of, (a, b) => all[pairIndex(count, places[a]!, places[b]!)]!);
    const merges = mergeByChain(matrixClusters(gaps, new Float64Array(of).fill(1), LINKAGE.method), of);
    last = { of, tree: { rows: Uint32Array.from(places, (place) => points.rows[place]!), ...nameNodes(merges, of) } };
    return last.tree;
  };
}

async function atOnceRow(
  name: string,
  source: Reports,
  { pairShare, words }: { pairShare: number; words: "kept" | "learned anew" },
): Promise<string> {
  const { reports } = source;
  const old = reports.slice(0, -NEW);
  const fresh = reports.slice(-NEW).map(({ id }) => id);
  const model = await learnWords(old, FIRST_SEED);
  const before = await mine(old, pairShare, FIRST_SEED, model);
  const known = patternsById(before);
  const settings = { pipeline: "linkage" as const, pair_share: pairShare, seed: FIRST_SEED };
  const { assigned } = await assignReports(
    { file: patternFileOf({ ...source, reports: old }, before, settings), model },
    { reports, corpusHash: source.corpus.hash },
  );
  const after = patternsById(await mine(reports, pairShare, FIRST_SEED, words === "kept" ? model : undefined));
  const numbers = (patterns: ReadonlyMap<string, string>, ids: readonly string[]) =>
    ids.map((id) => Number(patterns.get(id)?.slice(1) ?? UNCLUSTERED));
  const ids = reports.map(({ id }) => id);
  const anew = numbers(after, ids);
  const names = namesBy(numbers(known, ids.slice(0, -NEW)), anew);
  const placed = anew.map((label) => names.get(label) ?? UNCLUSTERED);
  const equal = numbers(assigned, fresh).filter((label, at) => label === placed[old.length + at]).length;
  const kept = numbers(known, ids.slice(0, -NEW)).filter((label, at) => label === placed[at]).length;
  return row(
    ...[name, percent(pairShare), NEW, "at once", words, assigned.size, `${equal} (${percent(equal / NEW)})`],
    percent(kept / old.length),
  );
}

async function mine(
  some: readonly FaultReport[],
  pairShare: number,
  seed: number,
  known?: Awaited<ReturnType<typeof learnWords>>,
): Promise<MinedPatterns> {
  const model = known ?? (await learnWords(some, seed));
  return await minePatterns(some, model, { pipeline: "linkage", pairShare, groups: null, onStep: () => undefined });
}

function patternsById({ patterns }: MinedPatterns): Map<string, string> {
  return new Map(patterns.flatMap(({ id, members }) => members.map((member) => [member, id] as const)));
}

/** By label of today: the earlier one that most of its old rows had, of equals the larger's. */
function namesBy(earlier: ArrayLike<number>, today: ArrayLike<number>): Map<number, number> {
  const rows = Array.from({ length: earlier.length }, (_, at) => at).filter(
    (at) => earlier[at] !== UNCLUSTERED && today[at] !== UNCLUSTERED,
  );
  return new Map(
    [...grouped(rows, (at) => today[at]!)].map(([label, own]) => {
      const votes = [...grouped(own, (at) => earlier[at]!)].sort(
        ([a, first], [b, second]) => second.length - first.length || a - b,
      );
      return [label, votes[0]![0]];
    }),
  );
}

function head(...titles: readonly string[]): void {
  console.log(row(...titles));
  console.log(`|${titles.map(() => "---|").join("")}`);
}

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}
