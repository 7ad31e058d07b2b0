import { countOf } from "../../../base/counts.ts";
import { count, percent, sampleSize, seconds } from "../../print/format.ts";
import { configurationName } from "../../record/domain/names.ts";
import { onFrontier } from "../../results/analyses/frontier.ts";
import type { Results } from "../../results/analyses/results.ts";
import { pairsOf, significantPairsOf } from "../../results/analyses/significant-pairs.ts";
import type { ConfigurationSummary } from "../../results/analyses/summary/configuration.ts";
import type { Target } from "../../results/selection/target.ts";
import { frontierPanels } from "../drawing/charts/frontier.ts";
import { columnsOf, limits } from "../drawing/columns.ts";
import type { Figure, FigureData } from "../drawing/figure.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";
import { highestOf } from "./extremes.ts";
import { areEqual } from "./flat.ts";

const METRIC = "functional_pass";

/** What is paid for quality, as its axis names it, and as a sentence does. */
const PRICES = {
  dollars: {
    title: "US dollars an execution",
    format: ".2~r",
    text: (value: number) => `$${Number(value.toPrecision(2))}`,
    ...{ least: "cheapest", less: "cheaper" },
  },
  tokens: {
    title: "tokens an execution",
    format: "~s",
    text: (value: number) => `${count(Math.round(value))} tokens`,
    ...{ least: "cheapest", less: "cheaper" },
  },
  seconds: { title: "median seconds", format: "~r", text: seconds, least: "fastest", less: "faster" },
} as const;
type Price = keyof typeof PRICES;

export interface QualityRow extends ConfigurationRow {
  paid_in: Price;
  paid: number;
  quality: number;
  low: number | null;
  high: number | null;
  /** No other has as much quality for as little, and more of one of them. */
  frontier: boolean;
  n: number;
}

/** By name, the configurations that paired tests do not tell apart from the highest; null where no pair was tested. */
export type QualityFacts = readonly string[] | null;
type Data = FigureData<QualityRow, QualityFacts>;

const BEHIND: Target = { metric: METRIC, has: "value" };

export const qualityCost: Figure<QualityRow, QualityFacts> = {
  name: "quality-cost",
  title: "Quality against cost and time",
  definition:
    "Functional pass rate of each configuration (95 % interval over scenarios) against what an execution costs (in tokens read and written where a price is not known) and the median time that it takes; logarithmic axes. Line: the observed frontier, configurations that no other one reaches for less; it is not tested. Times depend on the machine and its load.",
  columns: columnsOf({
    configuration: "text",
    quality: ["percent", "functional pass rate"],
    ...limits("percent"),
    paid_in: ["text", "paid in"],
    paid: ["decimal", "an execution"],
    frontier: ["text", "on the frontier"],
    n: "count",
  }),
  read: readQuality,
  caption: describeQuality,
  flat: ({ rows }) =>
    areEqual(rows, ({ paid_in: _, ...row }) => row.quality) && areEqual(rows, ({ paid_in, paid }) => [paid_in, paid])
      ? `Every configuration passes ${percent(rows[0]!.quality)} for the same price (${sampleSize(rows.map(({ n }) => n))}).`
      : null,
  marks: ({ rows }) => rows.length,
  spec: ({ rows }, options) =>
    frontierPanels({
      ...{ rows, options, prices: PRICES, interval: ["low", "high"] },
      quality: "functional pass rate",
      tooltip: ["configuration", "quality", "paid_in", "paid", "n"],
    }),
  panels: "marks",
  target: (row) => ({ ...configurationTarget(row), ...BEHIND }),
  behind: BEHIND,
};

function readQuality({ summary, timing, rankings }: Results): Data {
  const times = new Map(timing.configurations.map((row) => [configurationName(row), row.median_ms]));
  const known = summary.configurations.filter((one) => one.metrics[METRIC]?.mean != null);
  // One axis for all: prices of some and tokens of others are no comparison.
  const paidIn: Price =
    known.every(({ cost }) => cost !== null) && known.some(({ cost }) => cost! > 0) ? "dollars" : "tokens";
  const rows = [paidIn, "seconds" as const].flatMap((price) =>
    withFrontier(
      known.flatMap((one) => {
        const median = times.get(configurationName(one)) ?? null;
        const paid = price === "seconds" ? median && median / 1000 : paidBy(one, price);
        return paid === null || paid <= 0 ? [] : [qualityRow(one, { paid_in: price, paid })];
      }),
    ),
  );
  const ranking = rankings.find(({ metric }) => metric === METRIC);
  const [best] = highestFirst(priced(rows));
  if (!best || !ranking?.pairs.some(({ holm_p }) => holm_p !== null)) return { rows, facts: null };
  const apart = new Set(significantPairsOf(ranking, best.name).map(({ second }) => second));
  const facts = pairsOf(ranking, best.name).flatMap(({ second }) => (apart.has(second) ? [] : [second]));
  return { rows, facts };
}

function qualityRow(one: ConfigurationSummary, price: Pick<QualityRow, "paid_in" | "paid">): QualityRow {
  const { mean, low, high, n } = one.metrics[METRIC]!;
  const base = { ...configurationRow(one), ...price };
  return { ...base, quality: mean!, low, high, frontier: false, n };
}

/** Dollars of an execution that ran, or tokens of one that tells them. Null where it is not known. */
function paidBy({ cost, metrics, outcomes }: ConfigurationSummary, price: "dollars" | "tokens"): number | null {
  const ran = outcomes.success + outcomes.timeout + outcomes.agent_error + outcomes.cascaded_failure;
  if (price === "dollars") return cost === null || ran === 0 ? null : cost / ran;
  const [input, output] = [metrics.tokens_in?.mean ?? null, metrics.tokens_out?.mean ?? null];
  return input === null || output === null ? null : input + output;
}

function withFrontier(rows: readonly QualityRow[]): QualityRow[] {
  const frontier = onFrontier(rows, ({ quality, paid }) => ({ worth: quality, paid }));
  return rows.map((row) => ({ ...row, frontier: frontier.has(row) }));
}

/** What the sentence is about: money or tokens, where there are any; else time. */
function priced(rows: readonly QualityRow[]): readonly QualityRow[] {
  const paid = rows.filter(({ paid_in }) => paid_in !== "seconds");
  return paid.length > 0 ? paid : rows;
}

/** Of equal ones the cheapest. */
function highestFirst(rows: readonly QualityRow[]): QualityRow[] {
  return [...rows].sort((a, b) => b.quality - a.quality || a.paid - b.paid);
}

/** Of those that are not told apart from the highest, which costs least? */
function describeQuality({ rows, facts }: Data): string {
  const known = priced(rows);
  const [best] = highestFirst(known);
  if (!best) return "No configuration has both a pass rate and a known price or time.";
  const { text, least, less } = PRICES[best.paid_in];
  if (known.length === 1)
    return `${best.configuration} has the functional pass rate ${percent(best.quality)} for ${text(best.paid)} (n = ${best.n}).`;
  const shared = highestOf(known, ({ quality }) => quality).length;
  if (shared === known.length)
    return `All ${shared} configurations have the same functional pass rate, ${percent(best.quality)}; the ${least} is ${best.configuration}, ${text(best.paid)} (${sampleSize(known.map(({ n }) => n))}).`;
  const head =
    shared === 1
      ? `${best.configuration} has the highest observed functional pass rate, ${percent(best.quality)} for ${text(best.paid)}`
      : `${countOf(shared, "configuration")} share the highest observed functional pass rate, ${percent(best.quality)}, the ${least} of them ${best.configuration} for ${text(best.paid)}`;
  const cheaper = known.filter((row) => row.paid < best.paid).sort((a, b) => a.paid - b.paid);
  if (cheaper.length === 0) return `${head}; none is ${less} (n = ${best.n}).`;
  if (facts === null) return `${head} (n = ${best.n}).`;
  const equal = cheaper.find((row) => facts.includes(row.name));
  const tests = `(paired tests, Holm over all pairs, ${sampleSize(known.map(({ n }) => n))})`;
  const apart = cheaper.length === 1 ? `the one that is ${less} is` : `all ${cheaper.length} that are ${less} are`;
  return equal
    ? `${head}; not told apart from it, ${equal.configuration} takes ${text(equal.paid)} ${tests}.`
    : `${head}; ${apart} told apart from it ${tests}.`;
}
