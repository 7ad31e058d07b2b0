import { centroidClusters } from "./centroid-clusters.ts";
import { distanceIn, distanceOf, type Linkage, squaredDistance, wardFactor } from "./distances.ts";
import { fillPairs, matrixClusters } from "./matrix-clusters.ts";
import { type ClusterSlots, type Merge, mergeByChain } from "./nearest-neighbour-chain.ts";
import { arrangePoints, type Points } from "./points.ts";

/** A binary tree of merges, numbered as scipy's `Z`: node p < n is the row at place p, node n + k what merge k made; the last is the root. */
export interface Dendrogram {
  /** `rows[place]` is the row as it was given. */
  rows: Uint32Array;
  /** Nodes that merge k joined, the lower number left. */
  left: Uint32Array;
  right: Uint32Array;
  /** At what distance; never falling. */
  heights: Float64Array;
  /** Rows below merge k. */
  sizes: Uint32Array;
}

/** Rows up to which all distances are held: 268 MB. */
const MATRIX_ROWS = 8192;

/**
 * Hierarchical clustering of dense rows by a chain of nearest neighbours (Murtagh, The Computer Journal 26, 1983; Müllner, arXiv:1109.2378): n^2 time.
 * Equal rows are merged first, at height 0. Places, merges and heights are those of the rows as a set: the order in which rows are given decides nothing, since
 * ties go to the row that comes first by its numbers. Above 8,192 rows Ward and average cosine work on sums of clusters, with memory for the rows alone; average Euclidean
 * distance holds all distances in single precision (4 bytes a pair, heights to 7 digits).
 * @throws UserError `input` for rows of different lengths or with numbers that are not finite, and for zeros under cosine.
 */
export function linkRows(vectors: readonly ArrayLike<number>[], linkage: Linkage): Dendrogram {
  const points = arrangePoints(vectors, distanceIn(linkage));
  const { distinct, weights, merges } = mergeEqualRows(points);
  const clusters = clustersOf(distinct, weights, linkage);
  const places = distinct.rows;
  for (const { a, b, height } of mergeByChain(clusters, distinct.count))
    merges.push({ a: places[a]!, b: places[b]!, height });
  return { rows: points.rows, ...nameNodes(merges, points.count) };
}

function clustersOf(points: Points, sizes: Float64Array, linkage: Linkage): ClusterSlots {
  const { count } = points;
  const many = count > MATRIX_ROWS;
  if (many && (linkage.method === "ward" || linkage.distance === "cosine"))
    return centroidClusters(points, sizes, linkage.method);
  const pairs = (count * (count - 1)) / 2;
  const gaps = fillPairs(
    many ? new Float32Array(pairs) : new Float64Array(pairs),
    count,
    rowGaps(points, sizes, linkage),
  );
  return matrixClusters(gaps, sizes, linkage.method);
}

/** Ward's are squared, as `matrixClusters` takes them. */
function rowGaps(points: Points, sizes: Float64Array, linkage: Linkage): (a: number, b: number) => number {
  if (linkage.method === "average") return distanceOf(points, linkage.distance);
  const { data, dimensions } = points;
  return (a, b) =>
    wardFactor(sizes[a]!, sizes[b]!) * squaredDistance(data, a * dimensions, data, b * dimensions, dimensions);
}

/** Rows that stand side by side and are equal become one of their joint weight; its `rows` are places. */
export function mergeEqualRows({ data, count, dimensions }: Points): {
  distinct: Points;
  weights: Float64Array;
  merges: Merge[];
} {
  const firsts: number[] = [];
  const weights: number[] = [];
  const merges: Merge[] = [];
  for (let place = 0; place < count; place++) {
    const first = firsts.at(-1);
    if (first !== undefined && areEqual(data, first * dimensions, place * dimensions, dimensions)) {
      weights[weights.length - 1]!++;
      merges.push({ a: first, b: place, height: 0 });
    } else {
      firsts.push(place);
      weights.push(1);
    }
  }
  const kept = new Float64Array(firsts.length * dimensions);
  firsts.forEach((place, at) => {
    kept.set(data.subarray(place * dimensions, (place + 1) * dimensions), at * dimensions);
  });
  const distinct = { data: kept, count: firsts.length, dimensions, rows: Uint32Array.from(firsts) };
  return { distinct, weights: Float64Array.from(weights), merges };
}

function areEqual(data: Float64Array, a: number, b: number, length: number): boolean {
  for (let at = 0; at < length; at++) if (data[a + at] !== data[b + at]) return false;
  return true;
}

/** Merges by height, those of one height in the order they were found (a part is found before its whole), and numbers for what each made. */
export function nameNodes(merges: readonly Merge[], count: number): Omit<Dendrogram, "rows"> {
  const sorted = merges.toSorted((a, b) => a.height - b.height);
  const left = new Uint32Array(count - 1);
  const right = new Uint32Array(count - 1);
  const sizes = new Uint32Array(count - 1);
  const parent = Uint32Array.from({ length: 2 * count - 1 }, (_, node) => node);
  const top = (node: number): number => {
    let root = node;
    while (parent[root] !== root) root = parent[root]!;
    for (let at = node; at !== root; ) [at, parent[at]] = [parent[at]!, root];
    return root;
  };
  const sizeOf = (node: number): number => (node < count ? 1 : sizes[node - count]!);
  sorted.forEach(({ a, b }, k) => {
    const [one, other] = [top(a), top(b)];
    left[k] = Math.min(one, other);
    right[k] = Math.max(one, other);
    sizes[k] = sizeOf(one) + sizeOf(other);
    parent[one] = count + k;
    parent[other] = count + k;
  });
  return { left, right, heights: Float64Array.from(sorted, ({ height }) => height), sizes };
}
