/**
 * Mines fault patterns of trackers' reports by both pipelines, and says how many pairs that people linked as duplicates are together, and how
 * often a new report is assigned as mining anew would place it, with each that is not.
 *
 *   node --import tsx scripts/fault-patterns.ts [--read FOLDER] NAME=FOLDER ...      corpus folders or exports
 *
 * The last 500 reports by id are the new ones, so ids should rise with time. They come one by one, each assigned and then mined with all before
 * it, and all at once. `--read` writes twenty patterns drawn by lot of each pipeline with titles of their reports, for a person to read. Some
 * five minutes of processor time for 2,500 reports.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeRandom, shuffle } from "../base/random.ts";
import { contentWords } from "../harness/judge/judges/second/words.ts";
import { decimal, percent } from "../harness/print/format.ts";
import { cutReports, cutTree, groupReports, LEAST_MEMBERS, LINKAGE } from "../harness/run/patterns/group-reports.ts";
import { checkDuplicates } from "../harness/run/patterns/known-duplicates.ts";
import { type Reports, readReports } from "../harness/run/patterns/read-reports.ts";
import { hasDirection, learnWords, textOf, vectorsOf } from "../harness/run/patterns/report-vectors.ts";
import { idsByVote } from "../measure/clustering/assign.ts";
import { distanceOf, pairIndex } from "../measure/clustering/distances.ts";
import { UNCLUSTERED } from "../measure/clustering/flat.ts";
import { nameNodes } from "../measure/clustering/linkage.ts";
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
head(
  "tracker",
  "new reports",
  "come",
  "in a known pattern",
  "as mined anew",
  "same company",
  "old reports that keep theirs",
);
/** A row each, one by one. */
const differing: string[] = [];
for (const tracker of trackers) for (const row of await assignedRows(tracker)) console.log(row);

console.log("");
head("tracker", "report", "assigned to", "mined anew in", "its title");
for (const row of differing) console.log(row);

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

/** What `placed` compares of one new report. */
interface Placed {
  assigned: string | null;
  anew: string | null;
  /** Jaccard similarity of the earlier reports beside it, assigned and mined anew; null: beside none in either. */
  company: number | null;
}

/** One by one: each is assigned to what was mined once and grew, then mined with all before it. Words are the earlier reports' where it is not said. */
async function assignedRows({ name, source: { reports }, vectors: anew }: Tracker): Promise<string[]> {
  const vectors = await vectorsOf(await learnWords(reports.slice(0, -NEW), SEED), reports);
  const rows = directedRows(vectors);
  const treeOf = treesOf(rows.map((row) => vectors[row]!));
  const start = rows.filter((row) => row < reports.length - NEW).length;
  const mined = (of: number) => cutTree(treeOf(of), SHARE).labels;
  const known = idsOf(mined(start));
  const placed: Placed[] = [];
  const kept: number[] = [];
  let ids = known;
  for (let at = start; at < rows.length; at++) {
    const labels = mined(at + 1);
    const [assigned = null] = idsByVote(labels, ids).slice(at);
    const found = compare(labels, known, { ids, assigned: [assigned] });
    placed.push(...found.placed);
    kept.push(found.kept);
    const [{ anew }] = found.placed as [Placed];
    const { id, title } = reports[rows[at]!]!;
    if (assigned !== anew)
      differing.push(line(name, id, assigned ?? "none", anew ?? "none", title.replaceAll("|", "/")));
    ids = [...ids, assigned];
  }
  const whole = mined(rows.length);
  const assigned = idsByVote(whole, known).slice(start);
  const relearned = cutReports(
    rows.map((row) => anew[row]!),
    SHARE,
  ).labels;
  const atOnce = (labels: Int32Array) => compare(labels, known, { ids: known, assigned });
  return [
    told(name, "one by one", { placed, kept: mean(kept)! }),
    told(name, "all at once", atOnce(whole)),
    told(name, "all at once, words learned anew", atOnce(relearned)),
  ];
}

function told(name: string, come: string, { placed, kept }: { placed: readonly Placed[]; kept: number }): string {
  const inOne = placed.filter(({ assigned }) => assigned !== null).length;
  const equal = placed.filter(({ assigned, anew }) => assigned === anew).length;
  const company = mean(placed.flatMap((one) => one.company ?? []));
  return line(
    name,
    placed.length,
    come,
    inOne,
    `${equal} (${percent(equal / placed.length)})`,
    decimal(company),
    percent(kept),
  );
}

/**
 * New reports, the last rows, held against today's labels, which are named by the reports that were mined alone; and the share of these that keep
 * their pattern.
 */
function compare(
  today: Int32Array,
  known: readonly (string | null)[],
  { ids, assigned }: { ids: readonly (string | null)[]; assigned: readonly (string | null)[] },
) {
  const named = idsByVote(today, known);
  const placed = assigned.map((id, at): Placed => {
    const label = today[ids.length + at]!;
    const beside = [...ids.keys()].map((row) => [
      id !== null && ids[row] === id,
      label !== UNCLUSTERED && today[row] === label,
    ]);
    const either = beside.filter(([before, after]) => before || after).length;
    const company = either === 0 ? null : beside.filter(([before, after]) => before && after).length / either;
    return { assigned: id, anew: named[ids.length + at]!, company };
  });
  return { placed, kept: mean(known.map((id, row) => Number(id === named[row])))! };
}

function idsOf(labels: Int32Array): (string | null)[] {
  return Array.from(labels, (label) => (label === UNCLUSTERED ? null : `P${label + 1}`));
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
