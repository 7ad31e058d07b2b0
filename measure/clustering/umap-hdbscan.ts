import { makeRandom } from "../../base/random.ts";
import { UserError } from "../../base/user-error.ts";
import { mean } from "../statistics/basics/describe.ts";
import { adjustedRand } from "./adjusted-rand.ts";
import { hdbscan } from "./density/hdbscan.ts";
import type { FlatLabels } from "./flat.ts";
import { mergeEqualRows } from "./linkage.ts";
import { arrangePoints, type Points, type VectorDistance } from "./points.ts";
import { fuzzyGraph } from "./reduction/fuzzy-graph.ts";
import { closenessCurve, layOut } from "./reduction/layout.ts";
import { nearestNeighbours } from "./reduction/neighbours.ts";
import { principalComponents } from "./reduction/pca.ts";

/** Defaults in brackets. */
export interface UmapHdbscanOptions {
  /** One layout each, five at least [1, 2, 3, 4, 5]. */
  seeds?: readonly number[];
  /** Principal components before the layout [300]. */
  components?: number;
  /** Dimensions of the layout [8]. */
  dimensions?: number;
  /** Neighbours of a row, itself included [20]. */
  neighbours?: number;
  /** How near rows may lie in the layout [0]. */
  minDist?: number;
  /** By which neighbours are near [cosine]; in the layout it is Euclidean. */
  distance?: VectorDistance;
  /** HDBSCAN's [5, .3]. */
  minClusterSize?: number;
  epsilon?: number;
}

/** What several seeds make of the same rows. */
export interface UmapHdbscan {
  /** By seed, in the order given. */
  bySeed: (FlatLabels & { seed: number })[];
  /** Mean adjusted Rand over pairs of seeds: how much of a grouping is the seed's. */
  agreement: number;
}

const FEWEST_SEEDS = 5;

/**
 * The pipeline of topic models (BERTopic: Grootendorst, arXiv:2203.05794): principal components, a UMAP layout, HDBSCAN on it; over several seeds, since one says little. It gives the same
 * labels for any order of rows, on every runtime. As umap-learn 0.5 but for three things: neighbours are exact, the layout starts from the first principal components (its `init="pca"`), and equal rows
 * are laid out once (its `unique=True`). UMAP draws outliers into clusters: rows without one are no measure of how many outliers there are.
 * @throws UserError `usage` for fewer than five different seeds, or sizes that HDBSCAN refuses; `input` as `linkRows`
 */
export function umapHdbscan(vectors: readonly ArrayLike<number>[], options: UmapHdbscanOptions = {}): UmapHdbscan {
  const { seeds = [1, 2, 3, 4, 5], components = 300, dimensions = 8, neighbours = 20, minDist = 0 } = options;
  const { distance = "cosine", minClusterSize = 5, epsilon = 0.3 } = options;
  if (new Set(seeds).size < FEWEST_SEEDS) throw tooFewSeeds(seeds);
  const points = arrangePoints(vectors, distance);
  const { distinct } = mergeEqualRows(points);
  const reduced = principalComponents(distinct, Math.max(components, dimensions));
  const graph = fuzzyGraph(nearestNeighbours(reduced, distance, neighbours - 1), reduced.count);
  const curve = closenessCurve(minDist);
  const bySeed = seeds.map((seed) => {
    const random = makeRandom("umap", seed);
    const layout = startingLayout(reduced, dimensions, random);
    layOut(layout, graph, { count: reduced.count, dimensions, curve, random });
    const coordinates = rowsOf(layout, { distinct, points, dimensions });
    return { seed, ...hdbscan(coordinates, { distance: "euclidean", minClusterSize, epsilon }) };
  });
  return { bySeed, agreement: agreementOf(bySeed) };
}

/** The first components, each from 0 to 10 as umap-learn scales a start; dimensions beyond them at random. */
function startingLayout(
  { data, count, dimensions: given }: Points,
  dimensions: number,
  random: () => number,
): Float64Array {
  const layout = new Float64Array(count * dimensions);
  for (let axis = 0; axis < dimensions; axis++) {
    const values = Float64Array.from({ length: count }, (_, place) =>
      axis < given ? data[place * given + axis]! : random(),
    );
    const low = values.reduce((least, value) => Math.min(least, value));
    const range = values.reduce((most, value) => Math.max(most, value)) - low;
    values.forEach((value, place) => {
      layout[place * dimensions + axis] = range > 0 ? (10 * (value - low)) / range : 0;
    });
  }
  return layout;
}

/** Coordinates by row as it was given; equal rows have the same. */
function rowsOf(
  layout: Float64Array,
  { distinct, points, dimensions }: { distinct: Points; points: Points; dimensions: number },
): Float64Array[] {
  const rows = new Array<Float64Array>(points.count);
  points.rows.forEach((row, place) => {
    const group = lastAtOrBelow(distinct.rows, place);
    rows[row] = layout.subarray(group * dimensions, (group + 1) * dimensions);
  });
  return rows;
}

/** `firsts` ascend; the group of a place is the last that begins at it or before. */
function lastAtOrBelow(firsts: Uint32Array, place: number): number {
  let [low, high] = [0, firsts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (firsts[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

function agreementOf(groupings: readonly FlatLabels[]): number {
  const pairs = groupings.flatMap((one, at) =>
    groupings.slice(at + 1).map((other) => adjustedRand(one.labels, other.labels)),
  );
  return mean(pairs)!;
}

function tooFewSeeds(seeds: readonly number[]): UserError {
  return new UserError("usage", `expected at least ${FEWEST_SEEDS} different seeds, found ${new Set(seeds).size}`, {
    hint: "two seeds differ as much as two programs do: what holds for one only is the seed's",
  });
}
