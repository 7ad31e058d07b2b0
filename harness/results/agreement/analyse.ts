import { makeRandom } from "../../../base/random.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Weighting } from "../../../measure/statistics/agreement/weights.ts";
import { bootstrapInterval } from "../../../measure/statistics/intervals/bootstrap.ts";
import type { RatingData } from "./rating-data.ts";
import { AGREEMENT_STATISTICS, type AgreementStatistic, unfit } from "./statistics.ts";

export interface AnalyseOptions {
  statistics?: readonly string[];
  weights: Weighting;
  level: number;
  resamples: number;
}

export interface AgreementRow {
  name: string;
  title: string;
  value: number | null;
  low: number | null;
  high: number | null;
  /** Where the interval comes from; null without one. */
  interval: "formula" | "bootstrap" | null;
  p: number | null;
  /** Why there is no value, or no interval by formula. */
  reason: string | null;
}

/** Nearer to 0 than this is what rounding leaves of 0. */
const ROUNDING = 1e-12;
const settled = (value: number) => (Math.abs(value) < ROUNDING ? 0 : value);

/**
 * Every statistic that fits the data, or those asked for. Intervals are bootstrapped over items where there is no formula,
 * and over whole clusters whenever clusters are given, since formulas take items for independent.
 */
export function analyse(data: RatingData, options: AnalyseOptions): AgreementRow[] {
  const all = Object.keys(AGREEMENT_STATISTICS);
  const names = options.statistics ?? all.filter((name) => !AGREEMENT_STATISTICS[name]!.onlyByName);
  const unknown = names.filter((name) => !(name in AGREEMENT_STATISTICS));
  if (unknown.length > 0)
    throw new UserError("usage", "no such statistic", {
      problems: unknown,
      hint: `statistics: ${all.join(", ")}`,
    });
  return names.flatMap((name) => {
    const statistic = AGREEMENT_STATISTICS[name]!;
    const reason = unfit(statistic, data);
    if (reason === null) return [computeRow(name, statistic, data, options)];
    return options.statistics ? [emptyRow(name, statistic, reason)] : [];
  });
}

function computeRow(
  name: string,
  statistic: AgreementStatistic,
  data: RatingData,
  options: AnalyseOptions,
): AgreementRow {
  const settings = { weights: options.weights, categories: data.categories, level: options.level };
  const given = { ...settings, clusters: data.clusters };
  const { value, low = null, high = null, p = null } = statistic.compute(data.units, given);
  if (value === null || !Number.isFinite(value))
    return emptyRow(name, statistic, "undefined: no pair of ratings, or nothing that could disagree");
  const row = { ...emptyRow(name, statistic, null), value: settled(value), p: data.clusters ? null : p };
  if (low !== null && high !== null && !data.clusters) {
    // Where every item says the same, a formula takes its spread for 0, however few there are.
    if (!(Math.abs(high - low) > ROUNDING))
      return { ...row, reason: "no interval: the items do not differ, so that nothing says how far others would" };
    return { ...row, low, high, interval: "formula" };
  }
  const clusters = data.clusters ?? data.units.map((_, unit) => String(unit));
  const repeated = <T>(list: readonly T[], weights: ArrayLike<number>, copy: (entry: T, k: number) => T) =>
    list.flatMap((entry, i) => Array.from({ length: weights[i]! }, (_, k) => copy(entry, k)));
  const limits = bootstrapInterval({
    clusters,
    random: makeRandom("agreement", name),
    resamples: options.resamples,
    level: options.level,
    statistic: (weights) =>
      statistic.compute(
        repeated(data.units, weights, (unit) => unit),
        {
          ...settings,
          // A cluster drawn twice is two clusters.
          clusters: data.clusters && repeated(data.clusters, weights, (name, k) => `${k} ${name}`),
        },
      ).value,
  });
  return { ...row, ...limits, interval: limits.low === null ? null : "bootstrap" };
}

function emptyRow(name: string, { title }: AgreementStatistic, reason: string | null): AgreementRow {
  return { name, title, value: null, low: null, high: null, interval: null, p: null, reason };
}
