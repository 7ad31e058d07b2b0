import { pick, type Random, shuffle } from "../../../base/random.ts";
import { npmiCoherence } from "../../../measure/clustering/coherence.ts";
import { hdbscan } from "../../../measure/clustering/density/hdbscan.ts";
import type { Linkage } from "../../../measure/clustering/distances.ts";
import { cutIntoClusters } from "../../../measure/clustering/flat.ts";
import { linkRows } from "../../../measure/clustering/linkage.ts";
import { silhouettes } from "../../../measure/clustering/silhouette.ts";
import { type CaseMaker, many, normals, size } from "./case.ts";

const LINKAGES: readonly Linkage[] = [
  { method: "ward" },
  { method: "average", distance: "euclidean" },
  { method: "average", distance: "cosine" },
];

/** Rows about one to six centres, a tenth of them anywhere; now and then some of them twice. */
function rowsOf(random: Random, index: number): number[][] {
  const dimensions = size(random, 2, 6); // In one all directions are equal.
  const centres = many(size(random, 1, 6), () => many(dimensions, () => 10 + 12 * random()));
  const rows = many(size(random, 2, 70), () => {
    const centre = random() < 0.1 ? many(dimensions, () => 8 + 16 * random()) : pick(random, centres);
    return normals(random, dimensions).map((value, at) => centre[at]! + value);
  });
  return index % 4 === 3 ? [...rows, ...rows.slice(0, rows.length / 3)] : rows;
}

/** Numbers of groups in the order in which they first occur; what is in none has -1. */
function named(labels: ArrayLike<number>): number[] {
  const names = new Map<number, number>();
  return Array.from(labels, (label) => {
    if (label < 0) return -1;
    if (!names.has(label)) names.set(label, names.size);
    return names.get(label)!;
  });
}

const linkageCase: CaseMaker = (random, index) => {
  const rows = rowsOf(random, index);
  const linkage = LINKAGES[index % LINKAGES.length]!;
  const tree = linkRows(rows, linkage);
  const distance = linkage.method === "ward" ? "euclidean" : linkage.distance;
  // With as many clusters as rows scipy parts equal rows.
  const count = Math.min(size(random, 2, 9), new Set(rows.map(String)).size - 1);
  const { labels } = cutIntoClusters(tree, { count });
  return {
    kind: "linkage_tree",
    input: { rows, method: linkage.method, distance, count },
    ours: [...tree.heights, ...named(labels)],
  };
};

/** One neighbour: distances by pairs, so that none tie but those of equal rows, which this leaves out. */
const densityCase: CaseMaker = (random, index) => {
  const rows = rowsOf(random, 0);
  const selection = index % 2 === 0 ? "eom" : "leaf";
  const options = { minClusterSize: size(random, 2, 8), minSamples: 1, epsilon: index % 3 === 0 ? 0.5 : 0 };
  const { labels } = hdbscan(rows, { ...options, selection, distance: "euclidean" });
  return { kind: "hdbscan_labels", input: { rows, selection, ...options }, ours: named(labels) };
};

const silhouetteCase: CaseMaker = (random, index) => {
  const rows = rowsOf(random, index);
  const { labels } = cutIntoClusters(linkRows(rows, LINKAGES[1]!), { count: 2 });
  const widths = silhouettes(rows, { labels, distance: "euclidean" }).map(({ width }) => width ?? 0);
  const several = new Set(labels).size > 1 && rows.length > 2;
  return { kind: "silhouette_widths", input: { rows, labels: [...labels], several }, ours: several ? widths : [] };
};

const coherenceCase: CaseMaker = (random) => {
  const words = Array.from({ length: 20 }, (_, at) => `w${at}`);
  const texts = many(size(random, 2, 30), () => many(size(random, 1, 25), () => pick(random, words)));
  const present = [...new Set(texts.flat())];
  const topics = many(4, () => shuffle(random, present).slice(0, size(random, 2, 6))).filter(
    ({ length }) => length > 1,
  );
  const window = size(random, 2, 12);
  return { kind: "npmi_coherence", input: { texts, topics, window }, ours: npmiCoherence(topics, { texts, window }) };
};

export const CLUSTERING_CASES = {
  linkage_tree: [150, linkageCase],
  hdbscan_labels: [150, densityCase],
  silhouette_widths: [60, silhouetteCase],
  npmi_coherence: [60, coherenceCase],
} as const;
