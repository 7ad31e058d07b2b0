import { agreementWeights, type Weighting, type WeightMatrix } from "./weights.ts";

/** `ratings[u][r]` is rater r's category of unit u, null where there is none. */
export type Ratings = readonly (readonly (number | null)[])[];

export interface AgreementOptions {
  /** Partial agreement, by name or as own matrix over `categories`. Default none. */
  weights?: Weighting | WeightMatrix;
  /** All categories in order; default: those that occur. One that nobody used still counts for AC1 and Brennan-Prediger. */
  categories?: readonly number[];
  /** Of the interval; default 0.95. */
  level?: number;
}

/** Ratings as counts, and what every chance-corrected coefficient needs of them. */
export interface Counted {
  /** Units with at least one rating, each as places in `categories`, null where missing. */
  units: readonly (readonly (number | null)[])[];
  /** `counts[u][k]`: raters that put unit u into category k. */
  counts: readonly (readonly number[])[];
  totals: readonly number[];
  categories: readonly number[];
  weights: WeightMatrix;
  /** Weighted share of agreeing pairs of raters per unit; null with fewer than two ratings. */
  agreements: readonly (number | null)[];
}

/** Null when no unit has two ratings. Throws a RangeError for a rating outside of `categories`. */
export function countRatings(ratings: Ratings, options: AgreementOptions): Counted | null {
  const rated = ratings.filter((unit) => unit.some((value) => value !== null));
  const categories = options.categories ?? [...new Set(rated.flat().filter((v) => v !== null))].sort((a, b) => a - b);
  const place = new Map(categories.map((category, index) => [category, index]));
  const units = rated.map((unit) => unit.map((value) => (value === null ? null : placeOf(value, place))));
  const counts = units.map((unit) => {
    const row = categories.map(() => 0);
    for (const k of unit) if (k !== null) row[k]! += 1;
    return row;
  });
  const weights = weightMatrix(options.weights ?? "none", categories.length);
  const agreements = counts.map((row) => unitAgreement(row, weights));
  if (agreements.every((agreement) => agreement === null)) return null;
  const totals = counts.map((row) => row.reduce((sum, n) => sum + n, 0));
  return { units, counts, totals, categories, weights, agreements };
}

/** Each row of counts as a unit of that many ratings, for data that come counted (raters unnamed). */
export function ratingsFromCounts(counts: readonly (readonly number[])[]): number[][] {
  return counts.map((row) => row.flatMap((n, category) => Array.from({ length: n }, () => category)));
}

function placeOf(value: number, place: ReadonlyMap<number, number>): number {
  const found = place.get(value);
  if (found === undefined) throw new RangeError(`rating ${value} is not one of ${[...place.keys()].join(", ")}`);
  return found;
}

function weightMatrix(weights: Weighting | WeightMatrix, categories: number): WeightMatrix {
  if (typeof weights === "string") return agreementWeights(weights, categories);
  if (weights.length !== categories || weights.some((row) => row.length !== categories))
    throw new RangeError(`${categories} categories need a ${categories} x ${categories} matrix of weights`);
  return weights;
}

function unitAgreement(row: readonly number[], weights: WeightMatrix): number | null {
  const total = row.reduce((sum, n) => sum + n, 0);
  if (total < 2) return null;
  let agreeing = 0;
  row.forEach((n, k) => {
    const weighted = row.reduce((sum, m, l) => sum + weights[k]![l]! * m, 0);
    agreeing += n * (weighted - 1);
  });
  return agreeing / (total * (total - 1));
}
