import { Matrix, solve } from "ml-matrix";
import { chiSquareUpper } from "../basics/distributions.ts";

export interface HomogeneityTest {
  chiSquare: number;
  degreesOfFreedom: number;
  p: number;
}

/**
 * Do two raters (or one before and after) use the categories equally often? `table[i][j]` counts units that were i for
 * the first and j for the second. Stuart (1955) and Maxwell (1970) take the covariance under the hypothesis, Bhapkar
 * (1966) the unrestricted one, which has more power. McNemar's test is the case of two categories. Null where the
 * covariance is singular (all units on the diagonal).
 */
export function marginalHomogeneity(
  table: readonly (readonly number[])[],
  method: "stuart-maxwell" | "bhapkar" = "stuart-maxwell",
): HomogeneityTest | null {
  const used = table.map((_, k) => k).filter((k) => rowSum(table, k) + columnSum(table, k) > 0);
  const kept = used.slice(0, -1); // The last category follows from the others.
  const n = table.flat().reduce((sum, value) => sum + value, 0);
  const differences = kept.map((k) => rowSum(table, k) - columnSum(table, k));
  const covariance = kept.map((k, i) =>
    kept.map((l, j) => {
      const shared =
        k === l ? rowSum(table, k) + columnSum(table, k) - 2 * table[k]![k]! : -table[k]![l]! - table[l]![k]!;
      return shared - (method === "bhapkar" ? (differences[i]! * differences[j]!) / n : 0);
    }),
  );
  if (kept.length === 0 || kept.some((_, i) => covariance[i]![i] === 0)) return null;
  const scaled = solve(new Matrix(covariance), Matrix.columnVector(differences)).to1DArray();
  const chiSquare = differences.reduce((sum, difference, i) => sum + difference * scaled[i]!, 0);
  return { chiSquare, degreesOfFreedom: kept.length, p: chiSquareUpper(chiSquare, kept.length) };
}

function rowSum(table: readonly (readonly number[])[], k: number): number {
  return table[k]!.reduce((sum, value) => sum + value, 0);
}

function columnSum(table: readonly (readonly number[])[], k: number): number {
  return table.reduce((sum, row) => sum + row[k]!, 0);
}
