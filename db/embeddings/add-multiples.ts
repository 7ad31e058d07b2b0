/** Runs of numbers, each with a factor. */
export interface Multiples {
  from: Float64Array;
  /** Where each run begins. */
  places: Int32Array;
  factors: Float64Array;
  firstFactor: number;
  count: number;
}

/**
 * Adds so many runs, each times its factor, to the `length` numbers that begin at `start`: in order, so that the sums are the same
 * to the bit as one run after the other gives, but four at a time, which saves most of the reading and writing between them.
 */
export function addMultiples(
  to: Float64Array,
  start: number,
  { from, places, factors, firstFactor, count, length = to.length }: Multiples & { length?: number },
): void {
  let run = 0;
  for (; run + 3 < count; run += 4) {
    const [a, b, c, d] = [places[run]!, places[run + 1]!, places[run + 2]!, places[run + 3]!];
    const at = firstFactor + run;
    const [fa, fb, fc, fd] = [factors[at]!, factors[at + 1]!, factors[at + 2]!, factors[at + 3]!];
    for (let k = 0; k < length; k++)
      to[start + k] = to[start + k]! + fa * from[a + k]! + fb * from[b + k]! + fc * from[c + k]! + fd * from[d + k]!;
  }
  for (; run < count; run++) {
    const [place, factor] = [places[run]!, factors[firstFactor + run]!];
    for (let k = 0; k < length; k++) to[start + k]! += factor * from[place + k]!;
  }
}
