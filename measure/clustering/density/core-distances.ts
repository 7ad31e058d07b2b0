/** The distance of each place to its `nth` nearest other place; 0 for `nth` 0. */
export function coreDistances(count: number, distance: (a: number, b: number) => number, nth: number): Float64Array {
  if (nth === 0) return new Float64Array(count);
  // The `nth` smallest distances of each place so far, ascending.
  const smallest = new Float64Array(count * nth).fill(Number.POSITIVE_INFINITY);
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++) {
      const gap = distance(a, b);
      insert(smallest, a * nth, nth, gap);
      insert(smallest, b * nth, nth, gap);
    }
  return Float64Array.from({ length: count }, (_, place) => smallest[(place + 1) * nth - 1]!);
}

function insert(sorted: Float64Array, from: number, length: number, value: number): void {
  let at = from + length - 1;
  if (value >= sorted[at]!) return;
  for (; at > from && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!;
  sorted[at] = value;
}
