import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { makeRandom } from "../../base/random.ts";
import { addMultiples } from "./add-multiples.ts";
import { type DenseMatrix, denseMatrix, multiplyBothWays, productRows, type SparseMatrix } from "./sparse-matrix.ts";

/** Extra directions carried along, and passes over the matrix: 10-20 and 2-4 are enough (Halko, Martinsson, Tropp 2011, section 4). */
const OVERSAMPLING = 16;
const PASSES = 3;

/**
 * The strongest right singular vectors of a sparse matrix, as the columns of a (matrix columns) x (dimensions) matrix,
 * strongest first, by randomised subspace iteration (Halko, Martinsson, Tropp 2011, algorithm 4.4 on the row space).
 * Fewer columns come back when the matrix has a lower rank. Each column's largest entry is positive, so that signs are fixed.
 */
export function rightSingularVectors(matrix: SparseMatrix, options: { dimensions: number; seed: number }): DenseMatrix {
  const width = Math.min(options.dimensions + OVERSAMPLING, matrix.rows, matrix.columns);
  let basis = gaussian(matrix.columns, width, options.seed);
  // A basis has as many rows as there are terms: two of them are in memory, and no third.
  let spare = denseMatrix(matrix.columns, width);
  for (let pass = 0; pass < PASSES; pass++) {
    const next = whitened(multiplyBothWays(matrix, basis, spare.values));
    [basis, spare] = [next, basis];
  }
  // The Gram matrix squares the condition number; a second time brings the basis back to full precision.
  basis = whitened(basis);
  const { vectors, values } = eigen(gram(productRows(matrix, basis), basis.columns));
  const rank = Math.min(options.dimensions, values.filter((value) => value > (values[0] ?? 0) * 1e-12).length);
  return withFixedSigns(timesLeading(basis, vectors, rank));
}

function gaussian(rows: number, columns: number, seed: number): DenseMatrix {
  const random = makeRandom("lsa", seed);
  const matrix = denseMatrix(rows, columns);
  for (let at = 0; at < matrix.values.length; at++) {
    // Box-Muller; 1 - u keeps the logarithm's argument above 0.
    matrix.values[at] = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  }
  return matrix;
}

/** An orthonormal basis of the columns: Y V L^(-1/2) with Y'Y = V L V'. Directions below rounding error are dropped. */
function whitened(matrix: DenseMatrix): DenseMatrix {
  const { vectors, values } = eigen(gram(rowsOf(matrix), matrix.columns));
  const rank = values.filter((value) => value > (values[0] ?? 0) * 1e-14).length;
  const scaled = vectors.map((row) => row.map((value, column) => value / Math.sqrt(values[column]!)));
  return timesLeading(matrix, scaled, rank);
}

/** Eigenvectors (as columns) and eigenvalues of a small symmetric matrix, largest first. */
function eigen(symmetric: Matrix): { vectors: number[][]; values: number[] } {
  // ml-matrix refuses a matrix without entries.
  if (symmetric.rows === 0) return { vectors: [], values: [] };
  const decomposition = new EigenvalueDecomposition(symmetric, { assumeSymmetric: true });
  const order = decomposition.realEigenvalues
    .map((_value, index) => index)
    .sort((a, b) => decomposition.realEigenvalues[b]! - decomposition.realEigenvalues[a]! || a - b);
  const vectors = decomposition.eigenvectorMatrix.to2DArray().map((row) => order.map((index) => row[index]!));
  return { vectors, values: order.map((index) => decomposition.realEigenvalues[index]!) };
}

function* rowsOf({ rows, columns, values }: DenseMatrix): Generator<Float64Array> {
  for (let row = 0; row < rows; row++) yield values.subarray(row * columns, (row + 1) * columns);
}

/** Y'Y. Four rows at a time, added in order: see `addMultiples`. */
function gram(rows: Iterable<Float64Array>, columns: number): Matrix {
  const product = new Float64Array(columns * columns);
  const block = new Float64Array(BLOCK * columns);
  let filled = 0;
  for (const row of rows) {
    block.set(row, filled++ * columns);
    if (filled === BLOCK) addProducts(product, block, columns);
    filled %= BLOCK;
  }
  // Rows of zeros change no sum.
  addProducts(product, block.fill(0, filled * columns), columns);
  const result = Matrix.zeros(columns, columns);
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < columns; j++) result.set(i, j, product[Math.min(i, j) * columns + Math.max(i, j)]!);
  return result;
}

const BLOCK = 4;

/** Adds what four rows are to the upper half. */
function addProducts(product: Float64Array, block: Float64Array, columns: number): void {
  const [second, third, fourth] = [columns, 2 * columns, 3 * columns];
  for (let i = 0; i < columns; i++) {
    const [a, b, c, d] = [block[i]!, block[second + i]!, block[third + i]!, block[fourth + i]!];
    const to = i * columns;
    for (let j = i; j < columns; j++)
      product[to + j] =
        product[to + j]! + a * block[j]! + b * block[second + j]! + c * block[third + j]! + d * block[fourth + j]!;
  }
}

/** Y x the first `count` columns of a square matrix, in the place of Y. */
function timesLeading({ rows, columns, values }: DenseMatrix, square: number[][], count: number): DenseMatrix {
  const product = new Float64Array(count);
  const from = Float64Array.from(square.flatMap((row) => row.slice(0, count)));
  const places = Int32Array.from(square, (_row, index) => index * count);
  for (let row = 0; row < rows; row++) {
    const runs = { from, places, factors: values, firstFactor: row * columns, count: columns, length: count };
    addMultiples(product.fill(0), 0, runs);
    values.set(product, row * count);
  }
  return { rows, columns: count, values: values.subarray(0, rows * count) };
}

/** In place. */
function withFixedSigns(matrix: DenseMatrix): DenseMatrix {
  const { rows, columns, values } = matrix;
  for (let column = 0; column < columns; column++) {
    let largest = 0;
    for (let row = 0; row < rows; row++) {
      const value = values[row * columns + column]!;
      if (Math.abs(value) > Math.abs(largest)) largest = value;
    }
    if (largest < 0) for (let row = 0; row < rows; row++) values[row * columns + column]! *= -1;
  }
  return matrix;
}
