import { makeRandom } from "../../../base/random.ts";
import { mergeEqualRows } from "../linkage.ts";
import { arrangePoints, type Points, type VectorDistance } from "../points.ts";
import { fuzzyGraph } from "./fuzzy-graph.ts";
import { closenessCurve, layOut } from "./layout.ts";
import { nearestNeighbours } from "./neighbours.ts";
import { principalComponents } from "./pca.ts";

/** Defaults in brackets. */
export interface LayoutOptions {
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
}

/**
 * Coordinates by row of a UMAP layout a seed (McInnes, Healy & Melville, arXiv:1802.03426). As umap-learn 0.5 but for three things: neighbours are exact, the layout starts from the first principal components (its
 * `init="pca"`), and equal rows are laid out once (its `unique=True`). The same for any order of rows, on every runtime.
 * @throws UserError `input` as `linkRows`
 */
export function umapLayouts(
  vectors: readonly ArrayLike<number>[],
  {
    seeds,
    components = 300,
    dimensions = 8,
    neighbours = 20,
    minDist = 0,
    distance = "cosine",
  }: LayoutOptions & {
    seeds: readonly number[];
  },
): Float64Array[][] {
  const points = arrangePoints(vectors, distance);
  const { distinct } = mergeEqualRows(points);
  const reduced = principalComponents(distinct, Math.max(components, dimensions));
  const graph = fuzzyGraph(nearestNeighbours(reduced, distance, neighbours - 1), reduced.count);
  const curve = closenessCurve(minDist);
  return seeds.map((seed) => {
    const random = makeRandom("umap", seed);
    const layout = startingLayout(reduced, dimensions, random);
    layOut(layout, graph, { count: reduced.count, dimensions, curve, random });
    return rowsOf(layout, { distinct, points, dimensions });
  });
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
