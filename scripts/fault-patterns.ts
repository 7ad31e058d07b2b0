/**
 * Mines fault patterns of trackers' reports by both pipelines, and says how many pairs that people linked as duplicates are together, and how
 * often a new report is assigned as mining anew would place it.
 *
 *   node --import tsx scripts/fault-patterns.ts [--read FOLDER] NAME=FOLDER ...      corpus folders or exports
 *
 * The last 500 reports by id are the new ones, so ids should rise with time. They come one by one, each assigned and then mined with all before
 * it, and all at once. `--read` writes twenty patterns drawn by lot of each pipeline with titles of their reports, for a person to read. Some
 * five minutes of processor time for 2,500 reports.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { grouped } from "../base/grouped.ts";
import { makeRandom, shuffle } from "../base/random.ts";
import { contentWords } from "../harness/judge/judges/second/words.ts";
import { percent } from "../harness/print/format.ts";
import { groupReports, LEAST_MEMBERS, LINKAGE } from "../harness/run/patterns/group-reports.ts";
import { checkDuplicates } from "../harness/run/patterns/known-duplicates.ts";
import { type Reports, readReports } from "../harness/run/patterns/read-reports.ts";
import { hasDirection, learnWords, textOf, vectorsOf } from "../harness/run/patterns/report-vectors.ts";
import { assignRows } from "../measure/clustering/assign.ts";
import { distanceOf, pairIndex } from "../measure/clustering/distances.ts";
import { cutAtPairShare, type FlatClusters, UNCLUSTERED } from "../measure/clustering/flat.ts";
import { linkRows, nameNodes } from "../measure/clustering/linkage.ts";
import { fillPairs, matrixClusters } from "../measure/clustering/matrix-clusters.ts";
import { mergeByChain } from "../measure/clustering/nearest-neighbour-chain.ts";
import { arrangePoints } from "../measure/clustering/points.ts";
import { groupingQuality } from "../measure/clustering/quality.ts";
import { bestAgreements, STABLE_AGREEMENT } from "../measure/clustering/stability.ts";
import { clusterTerms } from "../measure/clustering/terms.ts";
import { umapHdbscan } from "../measure/clustering/umap-hdbscan.ts";
import { mean } from "../measure/statistics/basics/describe.ts";
import { argumentsOf } from "./arguments.ts";

const { positionals, values } = argumentsOf(import.meta.filename, { read: { type: "string" } });
const SEED = 1;
const SHARE = 0.01;
const NEW = 500;
/** Of patterns that are read, and titles of each. */
const [READ, TITLES] = [20, 6];
const TREE = { share: SHARE, minSize: LEAST_MEMBERS };

interface Tracker {
  name: string;
  source: Reports;
  /** Of all reports, by words that all taught. */
  vectors: readonly Float32Array[];
}

const trackers: Tracker[] = [];
for (const tracker of positionals) {
  const [name = "", folder = ""] = tracker.split("=");
  const source = await readReports(folder);
  trackers.push({ name, source, vectors: await vectorsOf(await learnWords(source.reports, SEED), source.reports) });
}

const MINED = ["tracker", "pipeline", "seed", "patterns", "reports in one", "largest", "found again at .75"];
head(...MINED, "duplicates together", "BM25's nearest", "chance");
for (const tracker of trackers) for (const row of minedRows(tracker)) console.log(row);

console.log("");
head("tracker", "new reports", "come", "in a known pattern", "as mined anew", "old reports that keep theirs");
for (const tracker of trackers) for (const row of await assignedRows(tracker)) console.log(row);

function minedRows(tracker: Tracker): string[] {
  const { source, vectors } = tracker;
  const rows = directedRows(vectors);
  const directed = rows.map((row) => vectors[row]!);
  const onAll = (labels: Int32Array) => {
    const all = new Int32Array(vectors.length).fill(UNCLUSTERED);
    rows.forEach((row, at) => {
      all[row] = labels[at]!;
    });
    return all;
  };
  const tree = groupReports(directed, { pipeline: "linkage", pairShare: SHARE });
  const { bySeed } = umapHdbscan(directed, { minClusterSize: LEAST_MEMBERS });
  const found = [
    { pipeline: `linkage, ${percent(SHARE)}`, seed: 0, labels: onAll(tree.labels), agreements: tree.agreements },
    ...bySeed.map((one) => {
      const others = bySeed.filter((other) => other !== one).map((other) => bestAgreements(one.labels, other.labels));
      const agreements = one.sizes.map((_, label) => mean(others.map((other) => other.get(label)!)));
      return { pipeline: "UMAP, HDBSCAN", seed: one.seed, labels: onAll(one.labels), agreements };
    }),
  ];
  for (const { pipeline, labels } of found.slice(0, 2)) writePatterns(tracker, pipeline, labels);
  return found.map(({ pipeline, seed, labels, agreements }) => {
    const { coverage, largestShare } = groupingQuality(labels);
    const { pairs, together, nearest, chance } = checkDuplicates(source, labels)!;
    const stable = agreements.filter((agreement) => agreement !== null && agreement >= STABLE_AGREEMENT).length;
    const said = [tracker.name, pipeline, seed || "none", agreements.length, percent(coverage), percent(largestShare)];
    return line(...said, stable, `${together} of ${pairs}`, nearest, percent(chance));
  });
}

function directedRows(vectors: readonly Float32Array[]): number[] {
  return [...vectors.keys()].filter((row) => hasDirection(vectors[row]!));
}

/** Patterns drawn by lot, each with its terms and with titles of reports that are drawn, too. */
function writePatterns({ name, source: { reports } }: Tracker, pipeline: string, labels: Int32Array): void {
  if (values.read === undefined) return;
  const words = reports.map((report) => contentWords(textOf(report)));
  const terms = clusterTerms(words, { labels, most: 6, longest: 3 });
  const random = makeRandom("patterns to read", name, pipeline);
  const drawn = shuffle(random, [...terms.keys()]).slice(0, READ);
  const told = drawn.map((label) => {
    const members = reports.filter((_, row) => labels[row] === label);
    const titles = shuffle(random, members).slice(0, TITLES);
    const said = terms[label]!.map(({ term }) => term).join(", ");
    return [`P${label + 1} (${members.length}): ${said}`, ...titles.map(({ id, title }) => `  ${id} ${title}`)].join(
      "\n",
    );
  });
  mkdirSync(values.read, { recursive: true });
  writeFileSync(join(values.read, `${name}, ${pipeline}.txt`), `${told.join("\n")}\n`);
}

/** One by one: each is assigned to what was mined of those before it, then mined with them. Words are the earlier reports' where it is not said. */
async function assignedRows({ name, source: { reports }, vectors: anew }: Tracker): Promise<string[]> {
  const vectors = await vectorsOf(await learnWords(reports.slice(0, -NEW), SEED), reports);
  const rows = directedRows(vectors);
  const directed = rows.map((row) => vectors[row]!);
  const treeOf = treesOf(directed);
  const start = rows.filter((row) => row < reports.length - NEW).length;
  const first = cutAtPairShare(treeOf(start), TREE);
  const stream = { labels: [] as number[], equal: [] as boolean[], kept: [] as number[] };
  let before = first;
  for (let at = start; at < rows.length; at++) {
    const after = cutAtPairShare(treeOf(at + 1), TREE);
    const [label = UNCLUSTERED] = assign(directed.slice(0, at + 1), before);
    const { placed, kept } = held(before.labels, after.labels);
    stream.labels.push(label);
    stream.equal.push(label === placed[at]);
    stream.kept.push(kept);
    before = after;
  }
  const told = (come: string, labels: readonly number[], equal: number, kept: number) => {
    const inOne = labels.filter((label) => label !== UNCLUSTERED).length;
    return line(name, labels.length, come, inOne, `${equal} (${percent(equal / labels.length)})`, percent(kept));
  };
  const atOnce = assign(directed, first);
  const equalTo = (placed: readonly number[]) => atOnce.filter((label, at) => label === placed[start + at]).length;
  const kept = held(first.labels, before.labels);
  const relearned = held(
    first.labels,
    cutAtPairShare(
      linkRows(
        rows.map((row) => anew[row]!),
        LINKAGE,
      ),
      TREE,
    ).labels,
  );
  return [
    told("one by one", stream.labels, stream.equal.filter(Boolean).length, mean(stream.kept)!),
    told("at once", atOnce, equalTo(kept.placed), kept.kept),
    told("at once, words learned anew", atOnce, equalTo(relearned.placed), relearned.kept),
  ];
}

/** By the clusters of the first so many, as many as have labels: labels of the rest. */
function assign(vectors: readonly Float32Array[], { labels, height }: FlatClusters): number[] {
  const members = grouped(labels.keys(), (at) => labels[at]!);
  const of = (rows: readonly number[] = []) => rows.map((at) => vectors[at]!);
  const apart = of(members.get(UNCLUSTERED));
  members.delete(UNCLUSTERED);
  const clusters = [...members].map(([label, rows]) => ({ id: String(label), members: of(rows) }));
  const found = assignRows(vectors.slice(labels.length), { clusters, apart, linkage: LINKAGE, height });
  return found.map(({ id }) => (id === null ? UNCLUSTERED : Number(id)));
}

/** Today's labels under the earlier ones that most of each cluster's old rows had, and the share of old rows that keep theirs. */
function held(earlier: Int32Array, today: Int32Array): { placed: number[]; kept: number } {
  const rows = [...earlier.keys()].filter((at) => earlier[at] !== UNCLUSTERED && today[at] !== UNCLUSTERED);
  const names = new Map(
    [...grouped(rows, (at) => today[at]!)].map(([label, own]) => {
      const votes = [...grouped(own, (at) => earlier[at]!)];
      votes.sort(([a, some], [b, others]) => others.length - some.length || a - b);
      return [label, votes[0]![0]];
    }),
  );
  const placed = Array.from(today, (label) => names.get(label) ?? UNCLUSTERED);
  return { placed, kept: mean(Array.from(earlier, (label, at) => Number(label === placed[at])))! };
}

/** Trees of the first so many rows, whose distances are computed once. */
function treesOf(vectors: readonly Float32Array[]) {
  const points = arrangePoints(vectors, LINKAGE.distance);
  const { count } = points;
  const all = fillPairs(new Float64Array((count * (count - 1)) / 2), count, distanceOf(points, LINKAGE.distance));
  return (of: number) => {
    const places = [...points.rows.keys()].filter((place) => points.rows[place]! < of);
    const gaps = fillPairs(
      new Float64Array((of * (of - 1)) / 2),
      of,
      (a, b) => all[pairIndex(count, places[a]!, places[b]!)]!,
    );
    const merges = mergeByChain(matrixClusters(gaps, new Float64Array(of).fill(1), LINKAGE.method), of);
    return { rows: Uint32Array.from(places, (place) => points.rows[place]!), ...nameNodes(merges, of) };
  };
}

function head(...titles: readonly string[]): void {
  console.log(line(...titles));
  console.log(`|${titles.map(() => "---|").join("")}`);
}

function line(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}
