import { UserError } from "../../base/user-error.ts";

/** Euclidean, or 1 - cosine. */
export type VectorDistance = "euclidean" | "cosine";

/** Dense rows, one after the other, in an order that their numbers decide. */
export interface Points {
  /** `count * dimensions` numbers. */
  data: Float64Array;
  count: number;
  dimensions: number;
  /** `rows[place]` is the row as it was given. Equal rows stand side by side. */
  rows: Uint32Array;
}

/**
 * The rows sorted by their numbers, first column first: what is computed of them does not depend on the order in which they came.
 * @throws UserError `input` for no rows, rows of different lengths, numbers that are not finite, and rows of zeros under cosine; all of them at once.
 */
export function arrangePoints(vectors: readonly ArrayLike<number>[], distance: VectorDistance = "euclidean"): Points {
  checkVectors(vectors);
  if (distance === "cosine") refuseZeros(vectors);
  const count = vectors.length;
  const dimensions = vectors[0]!.length;
  const rows = Uint32Array.from(vectors.keys()).sort((a, b) => compareVectors(vectors[a]!, vectors[b]!) || a - b);
  const data = new Float64Array(count * dimensions);
  rows.forEach((row, place) => {
    data.set(vectors[row]!, place * dimensions);
  });
  return { data, count, dimensions, rows };
}

/** Each row divided by its Euclidean length: by definition, squared distances between the results are 2 (1 - cosine). @throws UserError `input` for rows of zeros. */
export function unitVectors(vectors: readonly ArrayLike<number>[]): Float64Array[] {
  refuseZeros(vectors);
  return vectors.map((vector) => {
    const unit = Float64Array.from(vector);
    const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0));
    return unit.map((value) => value / length);
  });
}

/** @throws UserError `input` naming the rows that are zero throughout: they have no direction, so that no cosine is defined. */
function refuseZeros(vectors: readonly ArrayLike<number>[]): void {
  const zeros = vectors.flatMap((vector, row) => (Array.prototype.some.call(vector, Boolean) ? [] : [row]));
  if (zeros.length === 0) return;
  throw unfitRows(
    zeros.map((row) => `row ${row} is zero throughout`),
    "rows with a direction for cosine; leave these out, or use Euclidean distance",
  );
}

function checkVectors(vectors: readonly ArrayLike<number>[]): void {
  if (vectors.length === 0) throw unfitRows(["there are none"], "at least one row");
  const { length } = vectors[0]!;
  const problems = vectors.flatMap((vector, row) => {
    if (vector.length !== length) return [`row ${row} has ${vector.length} numbers, row 0 has ${length}`];
    const at = Array.prototype.findIndex.call(vector, (value: number) => !Number.isFinite(value));
    return at < 0 ? [] : [`row ${row}: number ${at} is ${vector[at]}`];
  });
  if (problems.length > 0) throw unfitRows(problems, "rows of one length, every number finite");
}

function compareVectors(a: ArrayLike<number>, b: ArrayLike<number>): number {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return 0;
}

function unfitRows(problems: readonly string[], expected: string): UserError {
  return new UserError("input", "these rows can't be clustered", { problems, hint: `expected ${expected}` });
}
