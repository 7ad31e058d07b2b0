/** Clusters in slots 0 .. n - 1, one to begin with in each. */
export interface ClusterSlots {
  /** The slot among `active` (ascending) nearest to x, x itself left out. Where several are as near: `preferred` if it is one of them, else the lowest. */
  nearest(x: number, active: Uint32Array, preferred: number | null): Neighbour;
  /** Puts the clusters of slots a and b into b; `gap` is what `nearest` gave. `active` are the slots that hold a cluster afterwards. */
  join(a: number, b: number, gap: number, active: Uint32Array): void;
  /** The height that a gap is drawn at. */
  heightOf(gap: number): number;
}

/** The nearest slot, and how far it is in the clusters' own unit. */
export interface Neighbour {
  slot: number;
  gap: number;
}

/** Two slots, or places, and the height of their merge. */
export interface Merge {
  a: number;
  b: number;
  height: number;
}

/**
 * Follows nearest neighbours until two are each other's, merges them, and goes on from what is left of the chain. For linkages by which no merge brings a third cluster nearer
 * (average, Ward) this finds the merges of the naive algorithm. Ties as in scipy: the one before in the chain, else the lowest slot. Rounding can put a
 * whole a hair below its part; it is lifted, so that heights never fall from part to whole.
 */
export function mergeByChain(clusters: ClusterSlots, count: number): Merge[] {
  let active = Uint32Array.from({ length: count }, (_, slot) => slot);
  const heights = new Float64Array(count);
  const chain: number[] = [];
  const merges: Merge[] = [];
  while (active.length > 1) {
    if (chain.length === 0) chain.push(active[0]!);
    const last = chain.at(-1)!;
    const previous = chain.at(-2) ?? null;
    const { slot, gap } = clusters.nearest(last, active, previous);
    if (slot !== previous) {
      chain.push(slot);
      continue;
    }
    chain.length -= 2;
    const [a, b] = [Math.min(last, slot), Math.max(last, slot)];
    active = without(active, a);
    clusters.join(a, b, gap, active);
    heights[b] = Math.max(clusters.heightOf(gap), heights[a]!, heights[b]!);
    merges.push({ a, b, height: heights[b]! });
  }
  return merges;
}

/** In place: the slots after it move up. */
function without(active: Uint32Array<ArrayBuffer>, slot: number): Uint32Array<ArrayBuffer> {
  const at = active.indexOf(slot);
  active.copyWithin(at, at + 1);
  return active.subarray(0, -1);
}
