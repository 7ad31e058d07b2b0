export interface TwoWay {
  squaresRows: number;
  squaresColumns: number;
  squaresResidual: number;
  meanRows: number;
  meanColumns: number;
  meanResidual: number;
  /** Columns and residual together: the one-way error. */
  meanWithin: number;
}

/**
 * Sums and means of squares of a complete table of rows x columns with one value a cell (two-way analysis of variance
 * without replication, Fisher 1925). Null below two rows or columns. Throws a RangeError for a ragged table.
 */
export function twoWayMeanSquares(table: readonly (readonly number[])[]): TwoWay | null {
  const n = table.length;
  const k = table[0]?.length ?? 0;
  if (table.some((row) => row.length !== k)) throw new RangeError("every row needs the same number of values");
  if (n < 2 || k < 2) return null;
  const rowMeans = table.map((row) => row.reduce((sum, value) => sum + value, 0) / k);
  const columnMeans = table[0]!.map((_, j) => table.reduce((sum, row) => sum + row[j]!, 0) / n);
  const grand = rowMeans.reduce((sum, value) => sum + value, 0) / n;
  const squaresRows = k * rowMeans.reduce((sum, value) => sum + (value - grand) ** 2, 0);
  const squaresColumns = n * columnMeans.reduce((sum, value) => sum + (value - grand) ** 2, 0);
  let squaresResidual = 0;
  table.forEach((row, i) => {
    row.forEach((value, j) => {
      squaresResidual += (value - rowMeans[i]! - columnMeans[j]! + grand) ** 2;
    });
  });
  return {
    squaresRows,
    squaresColumns,
    squaresResidual,
    meanRows: squaresRows / (n - 1),
    meanColumns: squaresColumns / (k - 1),
    meanResidual: squaresResidual / ((n - 1) * (k - 1)),
    meanWithin: (squaresColumns + squaresResidual) / (n * (k - 1)),
  };
}
