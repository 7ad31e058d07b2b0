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

/** Packs rows of sorted or unsorted (column, value) pairs. */
export function sparseMatrix(rows: readonly ReadonlyMap<number, number>[], columns: number): SparseMatrix {
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  const matrix = {
    rows: rows.length,
    columns,
    starts: new Int32Array(rows.length + 1),
    indices: new Int32Array(size),
    values: new Float64Array(size),
  };
  let at = 0;
  rows.forEach((row, index) => {
    for (const [column, value] of row) {
      matrix.indices[at] = column;
      matrix.values[at++] = value;
    }
    matrix.starts[index + 1] = at;
  });
  return matrix;
}

/** A x B. */
export function multiply(a: SparseMatrix, b: DenseMatrix): DenseMatrix {
  const result = denseMatrix(a.rows, b.columns);
  for (let row = 0; row < a.rows; row++) {
    for (let at = a.starts[row]!; at < a.starts[row + 1]!; at++) {
      addScaled({
        to: result.values,
        toStart: row * b.columns,
        from: b.values,
        fromStart: a.indices[at]! * b.columns,
        length: b.columns,
        factor: a.values[at]!,
      });
    }
  }
  return result;
}

/** Transposed A x B, without building the transpose. */
export function multiplyTransposed(a: SparseMatrix, b: DenseMatrix): DenseMatrix {
  const result = denseMatrix(a.columns, b.columns);
  for (let row = 0; row < a.rows; row++) {
    for (let at = a.starts[row]!; at < a.starts[row + 1]!; at++) {
      addScaled({
        to: result.values,
        toStart: a.indices[at]! * b.columns,
        from: b.values,
        fromStart: row * b.columns,
        length: b.columns,
        factor: a.values[at]!,
      });
    }
  }
  return result;
}

interface ScaledAddition {
  to: Float64Array;
  toStart: number;
  from: Float64Array;
  fromStart: number;
  length: number;
  factor: number;
}

function addScaled({ to, toStart, from, fromStart, length, factor }: ScaledAddition): void {
  for (let k = 0; k < length; k++) to[toStart + k]! += factor * from[fromStart + k]!;
}
