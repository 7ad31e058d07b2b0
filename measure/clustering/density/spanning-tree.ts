/** Two places, and how far apart they are. */
export interface TreeEdge {
  a: number;
  b: number;
  distance: number;
}

/** A minimum spanning tree (Prim, Bell System Technical Journal 36, 1957), shortest edges first: n^2 time, memory for the places. Where distances tie there are several; what hangs together at a distance is the same in all. */
export function spanningTree(count: number, distance: (a: number, b: number) => number): TreeEdge[] {
  const nearest = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const from = new Uint32Array(count);
  const left = Uint32Array.from({ length: Math.max(0, count - 1) }, (_, i) => i + 1);
  const edges: TreeEdge[] = [];
  for (let last = 0, open = left.length; open > 0; open--) {
    let best = 0;
    for (let i = 0; i < open; i++) {
      const place = left[i]!;
      const gap = distance(last, place);
      if (gap < nearest[place]!) {
        nearest[place] = gap;
        from[place] = last;
      }
      if (nearest[place]! < nearest[left[best]!]!) best = i;
    }
    last = left[best]!;
    left[best] = left[open - 1]!;
    edges.push({ a: from[last]!, b: last, distance: nearest[last]! });
  }
  return edges.sort((a, b) => a.distance - b.distance);
}
