import { addMultiples } from "./add-multiples.ts";

/** Rows of (column, value) pairs, packed (compressed sparse rows). */
export interface SparseMatrix {
  rows: number;
  columns: number;
  /** Where each row starts in `indices` and `values`; one more entry than rows. */
  starts: Int32Array;
  indices: Int32Array;
  values: Float64Array;
}

/** A dense matrix, row by row. */
export interface DenseMatrix {
  rows: number;
  columns: number;
  values: Float64Array;
}

export function denseMatrix(rows: number, columns: number): DenseMatrix {
  return { rows, columns, values: new Float64Array(rows * columns) };
}

/** Packs rows of sorted or unsorted (column, value) pairs as they come: of the rows themselves none is kept. */
export function sparseMatrix(rows: Iterable<ReadonlyMap<number, number>>, columns: number): SparseMatrix {
  const starts = [0];
  let indices = new Int32Array(1024);
  let values = new Float64Array(1024);
  let at = 0;
  for (const row of rows) {
    if (at + row.size > indices.length) {
      const size = Math.max(at + row.size, Math.ceil(1.5 * indices.length));
      [indices, values] = [resized(indices, new Int32Array(size)), resized(values, new Float64Array(size))];
    }
    for (const [column, value] of row) {
      indices[at] = column;
      values[at++] = value;
    }
    starts.push(at);
  }
  const packed = { indices: indices.subarray(0, at), values: values.subarray(0, at) };
  return { rows: starts.length - 1, columns, starts: Int32Array.from(starts), ...packed };
}

function resized<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** The rows of A x B, one after the other, each in the same place. */
export function* productRows(a: SparseMatrix, b: DenseMatrix): Generator<Float64Array> {
  const to = new Float64Array(b.columns);
  const places = new Int32Array(longestRow(a));
  for (let row = 0; row < a.rows; row++) {
    const [start, end] = [a.starts[row]!, a.starts[row + 1]!];
    for (let at = start; at < end; at++) places[at - start] = a.indices[at]! * b.columns;
    to.fill(0);
    addMultiples(to, 0, { from: b.values, places, factors: a.values, firstFactor: start, count: end - start });
    yield to;
  }
}

function longestRow({ rows, starts }: SparseMatrix): number {
  let longest = 0;
  for (let row = 0; row < rows; row++) longest = Math.max(longest, starts[row + 1]! - starts[row]!);
  return longest;
}

/** Transposed A x A x B, written to `into`: neither the transpose nor A x B, with its row a text, is ever whole. */
export function multiplyBothWays(a: SparseMatrix, b: DenseMatrix, into: Float64Array): DenseMatrix {
  const values = into.subarray(0, a.columns * b.columns).fill(0);
  let row = 0;
  for (const from of productRows(a, b)) {
    for (let at = a.starts[row]!; at < a.starts[row + 1]!; at++) {
      const [to, factor] = [a.indices[at]! * b.columns, a.values[at]!];
      for (let k = 0; k < b.columns; k++) values[to + k]! += factor * from[k]!;
    }
    row++;
  }
  return { rows: a.columns, columns: b.columns, values };
}
