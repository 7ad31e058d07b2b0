import { DOUBT } from "../../../../measure/statistics/intervals/doubt.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import type { MetricFacts } from "../metric-facts.ts";

type Unit = MetricFacts["unit"];

/** A value of a metric: shares with three decimals (`.614`), counts with one, tokens whole. A dash for none. */
export function showValue(value: number | null, unit: Unit): string {
  if (value === null) return "-";
  const digits =
    unit === "share" || unit === "binary" || unit === "cosine" ? 3 : unit === "likert" ? 2 : unit === "count" ? 1 : 0;
  return value
    .toFixed(digits)
    .replace(/^-(?=[0.]+$)/, "")
    .replace(/^(-?)0\./, "$1.");
}

/** The same with its sign. */
export function showChange(value: number | null, unit: Unit): string {
  const text = showValue(value, unit);
  return value !== null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** Both ends, and the sign where they are not to be relied on. */
export function showInterval({ low, high, unit, doubted }: MetricComparison, between: string): string {
  if (low === null || high === null) return "-";
  return `${showChange(low, unit)}${between}${showChange(high, unit)}${doubted ? DOUBT : ""}`;
}

export function showP(p: number | null): string {
  if (p === null) return "-";
  return p < 0.001 ? "<.001" : p.toFixed(3).replace(/^0/, "");
}

/** Of the interval at a level: `95 %`. */
export function coverageText(level: number): string {
  return `${Number((100 * (1 - level)).toFixed(2))} %`;
}

/** Over a column of them, which rules of their own may have at different levels. */
export function intervalTitle(rows: readonly Pick<MetricComparison, "level">[]): string {
  const [first, ...rest] = new Set(rows.map(({ level }) => level));
  return first === undefined || rest.length > 0 ? "interval" : `${coverageText(first)} interval`;
}
