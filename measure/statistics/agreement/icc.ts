import { fQuantile, fUpper } from "../basics/distributions.ts";
import { twoWayMeanSquares } from "../factorial/two-way.ts";

/** Shrout & Fleiss' names; McGraw & Wong's are 1, A (absolute agreement, 2) and C (consistency, 3). */
export const ICC_FORMS = ["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"] as const;
/** Form of an intraclass correlation, as Shrout & Fleiss (1979) name them. */
export type IccForm = (typeof ICC_FORMS)[number];

/** An intraclass correlation with its interval and the F test behind it. */
export interface Icc {
  form: IccForm;
  value: number;
  low: number;
  high: number;
  /** Test of "no differences between units". */
  f: number;
  degreesOfFreedom: readonly [number, number];
  p: number;
}

/**
 * Intraclass correlation of n units rated by k raters, `rows[unit][rater]` complete (Shrout & Fleiss, Psychological
 * Bulletin 86, 1979). 1: each unit its own raters; 2: raters are a sample, their level counts; 3: these raters, level
 * does not count. k: reliability of the mean of k. Intervals of McGraw & Wong (Psychological Methods 1, 1996), table 7.
 * Null below two units or raters, or without any variance.
 */
export function icc(rows: readonly (readonly number[])[], form: IccForm, level = 0.95): Icc | null {
  const squares = twoWayMeanSquares(rows);
  if (squares === null || squares.meanRows + squares.meanResidual === 0) return null;
  const means = { ...squares, n: rows.length, k: rows[0]!.length };
  const result = form.startsWith("1")
    ? oneWay(means, level)
    : form.startsWith("2")
      ? absolute(means, form, level)
      : consistent(means, level);
  // 2,k has an interval of its own; the others' limits step up as the value does (Spearman-Brown).
  const average = form.endsWith("k") && form !== "2,k";
  const stepUp = (value: number) => (average ? (means.k * value) / (1 + (means.k - 1) * value) : value);
  const { f, degreesOfFreedom } = result;
  return {
    form,
    value: stepUp(result.value),
    low: stepUp(result.low),
    high: stepUp(result.high),
    f,
    degreesOfFreedom,
    p: fUpper(f, ...degreesOfFreedom),
  };
}

type Means = NonNullable<ReturnType<typeof twoWayMeanSquares>> & { n: number; k: number };

function oneWay({ meanRows, meanWithin, n, k }: Means, level: number) {
  return byRatio({ f: meanRows / meanWithin, k, degreesOfFreedom: [n - 1, n * (k - 1)], level });
}

function consistent({ meanRows, meanResidual, n, k }: Means, level: number) {
  return byRatio({ f: meanRows / meanResidual, k, degreesOfFreedom: [n - 1, (n - 1) * (k - 1)], level });
}

function byRatio(options: { f: number; k: number; degreesOfFreedom: readonly [number, number]; level: number }) {
  const { f, k, degreesOfFreedom, level } = options;
  const [between, within] = degreesOfFreedom;
  const tail = (1 + level) / 2;
  const fromF = (ratio: number) => (ratio === Number.POSITIVE_INFINITY ? 1 : (ratio - 1) / (ratio + k - 1));
  const low = fromF(f / fQuantile(tail, between, within));
  return { value: fromF(f), low, high: fromF(f * fQuantile(tail, within, between)), f, degreesOfFreedom };
}

/** Absolute agreement: the error's degrees of freedom are Satterthwaite's, between raters and residual. */
function absolute({ meanRows, meanColumns, meanResidual, n, k }: Means, form: IccForm, level: number) {
  const spread = (k * (meanColumns - meanResidual)) / n;
  const single = (meanRows - meanResidual) / (meanRows + (k - 1) * meanResidual + spread);
  const averaged = (meanRows - meanResidual) / (meanRows + spread / k);
  const value = form === "2,k" ? averaged : single;
  const a = form === "2,k" ? value / (n * (1 - value)) : (k * value) / (n * (1 - value));
  const b = form === "2,k" ? 1 + (value * (n - 1)) / (n * (1 - value)) : 1 + (k * value * (n - 1)) / (n * (1 - value));
  const error = a * meanColumns + b * meanResidual;
  const parts = (a * meanColumns) ** 2 / (k - 1) + (b * meanResidual) ** 2 / ((n - 1) * (k - 1));
  const freedom = error ** 2 / parts;
  const tail = (1 + level) / 2;
  const [upperF, lowerF] = [fQuantile(tail, n - 1, freedom), fQuantile(tail, freedom, n - 1)];
  const noise = form === "2,k" ? meanColumns - meanResidual : k * meanColumns + (k * n - k - n) * meanResidual;
  const low = (n * (meanRows - upperF * meanResidual)) / (upperF * noise + n * meanRows);
  const high = (n * (lowerF * meanRows - meanResidual)) / (noise + n * lowerF * meanRows);
  const degreesOfFreedom: readonly [number, number] = [n - 1, (n - 1) * (k - 1)];
  return { value, low, high, f: meanRows / meanResidual, degreesOfFreedom };
}
