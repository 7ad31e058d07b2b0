import { makeRandom } from "../../../base/random.ts";
import { mean, median } from "../../../measure/statistics/basics/describe.ts";
import { type Crossover, crossover, type TwoPeriods } from "../../../measure/statistics/comparison/crossover.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { keyOf, type StudyAnswer, type StudyData } from "./answers.ts";
import type { StudyPlan } from "./plan.ts";

/** The middle of 1 to 7: scales go from -3 to 3. */
const MIDDLE = 4;
/** From -3 to 3. */
const RANGE = 6;

/** The KPI of the UEQ+, beside its scales. */
const KPI = "KPI";

/** One scale, or the KPI, from -3 to 3. */
export interface ScaleResult {
  scale: string;
  /** Who gave a value for both configurations. */
  people: number;
  /** Who did not, and so counts nowhere. */
  incomplete: number;
  a: number | null;
  b: number | null;
  /** A minus B of each person who counts. */
  differences: readonly { person: string; difference: number }[];
  /** Median of the differences as a percentage of the scale's range. */
  median_percent: number | null;
  /** Null where too few people count, or all of an order differ alike. */
  crossover: Crossover | null;
  /** Of the exact test, adjusted over the scales (Holm 1979); the KPI, made of them, is not among these. */
  p_adjusted: number | null;
}

export interface StudyResults {
  a: string;
  b: string;
  people: number;
  scales: readonly ScaleResult[];
  kpi: ScaleResult;
}

/** Each scale and the KPI by a crossover analysis over people. */
export function analyseStudy(plan: StudyPlan, data: StudyData): StudyResults {
  const answers = new Map(data.answers.map((answer) => [keyOf(answer), answer]));
  const scales = plan.scales.map((scale) =>
    resultOf(scale, {
      plan,
      data,
      valueAt: (person, period) => scaleValue(answers.get(keyOf({ person, period, scale }))),
    }),
  );
  const kpi = resultOf(KPI, {
    plan,
    data,
    valueAt: (person, period) => kpiOf(plan.scales.map((scale) => answers.get(keyOf({ person, period, scale })))),
  });
  const adjusted = holm(scales.map((result) => result.crossover?.p ?? null));
  return {
    a: plan.a,
    b: plan.b,
    people: data.orders.size,
    scales: scales.map((result, index) => ({ ...result, p_adjusted: adjusted[index] ?? null })),
    kpi,
  };
}

/** Mean of the four items, from -3 to 3; null unless all were answered. */
export function scaleValue(answer: StudyAnswer | undefined): number | null {
  const items = answer?.items.filter((item) => item !== null) ?? [];
  if (!answer || items.length < answer.items.length) return null;
  return mean(items.map((item) => item - MIDDLE));
}

/**
 * Key performance indicator of the UEQ+ of one person: the scales' means, each weighted by its share of the importance that the person
 * gave to all (Schrepp and Thomaschewski 2019, IJIMAI 5(7), 88-95). Null unless every scale and importance is there.
 */
export function kpiOf(answers: readonly (StudyAnswer | undefined)[]): number | null {
  const parts = answers.map((answer) => ({ value: scaleValue(answer), importance: answer?.importance ?? null }));
  let [sum, weight] = [0, 0];
  for (const { value, importance } of parts) {
    if (value === null || importance === null) return null;
    sum += value * importance;
    weight += importance;
  }
  return weight === 0 ? null : sum / weight;
}

interface Valued {
  plan: StudyPlan;
  data: StudyData;
  valueAt(person: string, period: 1 | 2): number | null;
}

function resultOf(scale: string, { plan, data, valueAt }: Valued): ScaleResult {
  const complete = [...data.orders].flatMap(([person, order]) => {
    const [first, second] = [valueAt(person, 1), valueAt(person, 2)];
    if (first === null || second === null) return [];
    const [a, b] = order === "AB" ? [first, second] : [second, first];
    return [{ person, order, periods: [first, second] as TwoPeriods, a, b }];
  });
  const differences = complete.map(({ person, a, b }) => ({ person, difference: a - b }));
  const middle = median(differences.map(({ difference }) => difference));
  const inOrder = (wanted: string) => complete.filter(({ order }) => order === wanted).map(({ periods }) => periods);
  return {
    scale,
    people: complete.length,
    incomplete: data.orders.size - complete.length,
    a: mean(complete.map(({ a }) => a)),
    b: mean(complete.map(({ b }) => b)),
    differences,
    median_percent: middle === null ? null : (100 * middle) / RANGE,
    crossover: crossover({ ab: inOrder("AB"), ba: inOrder("BA") }, { random: makeRandom("study", plan.seed, scale) }),
    p_adjusted: null,
  };
}
