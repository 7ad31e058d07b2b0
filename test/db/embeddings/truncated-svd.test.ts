import { Matrix, SVD } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../base/random.ts";
import { sparseMatrix } from "../../../db/embeddings/sparse-matrix.ts";
import { rightSingularVectors } from "../../../db/embeddings/truncated-svd.ts";
import { nonEmpty } from "../../non-empty.ts";

/** A random sparse matrix, the same for a seed. */
function random(rows: number, columns: number, share: number): Map<number, number>[] {
  const draw = makeRandom("test", rows, columns);
  return Array.from({ length: rows }, () => {
    const row = new Map<number, number>();
    for (let column = 0; column < columns; column++) if (draw() < share) row.set(column, draw());
    return row;
  });
}

function dense(rows: readonly ReadonlyMap<number, number>[], columns: number): Matrix {
  return new Matrix(rows.map((row) => Array.from({ length: columns }, (_value, column) => row.get(column) ?? 0)));
}

describe("rightSingularVectors", () => {
  const rows = random(120, 60, 0.1);
  const exact = new SVD(dense(rows, 60));

  it("captures as much of the matrix as the exact decomposition's leading vectors, within 1 %", () => {
    const vectors = rightSingularVectors(sparseMatrix(rows, 60), { dimensions: 10, seed: 1 });
    const columns = Matrix.from1DArray(60, 10, Array.from(vectors.values));
    const captured = dense(rows, 60).mmul(columns).norm("frobenius");
    const best = Math.sqrt(exact.diagonal.slice(0, 10).reduce((sum, value) => sum + value * value, 0));
    expect(captured).toBeLessThanOrEqual(best + 1e-9);
    expect(captured).toBeGreaterThan(0.99 * best);
  });

  it("gives orthonormal columns whose largest entry is positive", () => {
    const vectors = rightSingularVectors(sparseMatrix(rows, 60), { dimensions: 10, seed: 1 });
    const columns = Matrix.from1DArray(60, 10, Array.from(vectors.values));
    const error = columns.transpose().mmul(columns).sub(Matrix.eye(10)).norm("max");
    expect(error).toBeLessThan(1e-9);
    for (const column of nonEmpty(columns.transpose().to2DArray())) {
      expect(column.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a))).toBeGreaterThan(0);
    }
  });

  it("gives byte-identical vectors for a seed", () => {
    const once = rightSingularVectors(sparseMatrix(rows, 60), { dimensions: 10, seed: 3 });
    const again = rightSingularVectors(sparseMatrix(rows, 60), { dimensions: 10, seed: 3 });
    expect(again.values).toEqual(once.values);
  });

  it("finds the leading vector of a matrix of rank 1 and nothing else", () => {
    const direction = [3, 0, 4];
    const rank1 = [1, 2, 5].map((factor) => new Map(direction.map((value, column) => [column, factor * value])));
    const vectors = rightSingularVectors(sparseMatrix(rank1, 3), { dimensions: 2, seed: 1 });
    expect(vectors.columns).toBe(1);
    expect([...vectors.values].map((value) => Number(value.toFixed(9)))).toEqual([0.6, 0, 0.8]);
  });

  it("gives no vectors for a matrix of zeros or without columns", () => {
    expect(rightSingularVectors(sparseMatrix([new Map(), new Map()], 4), { dimensions: 2, seed: 1 }).columns).toBe(0);
    expect(rightSingularVectors(sparseMatrix([new Map()], 0), { dimensions: 2, seed: 1 }).columns).toBe(0);
  });
});
