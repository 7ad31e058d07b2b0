/**
 * The aggregated results: what `score` writes to `metrics/*.json` and what tables, charts and pages read. A number that
 * is drawn is in one of these first. Every mean carries its n and how many were unscored; times are kept apart in
 * `metrics/timing.json`, so that everything else is byte-identical for equal seeds.
 */
import type { AbstentionKind, Complexity, Family } from "../../scenarios/schema.ts";
import type { Configuration } from "./names.ts";

/** A mean with its 95 % interval over scenarios. Null limits where n = 0, or where a metric without a range has no spread or too few scenarios. */
export interface Estimate {
  mean: number | null;
  low: number | null;
  high: number | null;
  /** The interval is not to be relied on: of counts or tokens, from too few scenarios (`intervals/doubt.ts`). Absent otherwise. */
  doubted?: true;
  /** Scored executions. */
  n: number;
  /** Expected but unscored. */
  unscored: number;
}

export interface AbstentionCounts {
  /** Abstained on unanswerable, of `unanswerable`. */
  correct: number;
  missed: number;
  /** Abstained on answerable, of `answerable`. */
  false: number;
  unanswerable: number;
  answerable: number;
  /** Executions without an answer (timeout, error): neither. */
  no_answer: number;
}

export interface ConfigurationSummary extends Configuration {
  /** Keyed by canonical metric name; ranking metrics over answerable scenarios only. `pass` is the judge's pass rate. */
  metrics: Record<string, Estimate>;
  abstention: AbstentionCounts;
  outcomes: { success: number; timeout: number; agent_error: number; cascaded_failure: number; missing: number };
  /** Null when no execution tells. */
  tool_calls: { total: number | null; errors: number | null; median: number | null };
  tokens: {
    input_median: number | null;
    output_median: number | null;
    /** Null when no execution tells. */
    input_total: number | null;
    output_total: number | null;
    estimated: boolean;
  };
  /** US dollars; null when a price is unknown. */
  cost: number | null;
}

/** One metric broken down by one factor level within a configuration. */
export interface BreakdownRow extends Configuration {
  by: "family" | "complexity";
  level: Family | Complexity;
  metric: string;
  estimate: Estimate;
}

/** metrics/baselines.json holds one a ranker without a model. */
export interface BaselineSummary {
  name: string;
  label: string;
  definition: string;
  /** `truth`: it ranks with the ground truth in hand, so that it is a bound and no rival. */
  knows: "question" | "truth";
  /** Keyed by canonical metric name, as in `ConfigurationSummary`. */
  metrics: Record<string, Estimate>;
  families: { family: Family; ndcg: Estimate }[];
}

/** metrics/summary.json */
export interface Summary {
  scenarios: number;
  cells: number;
  stand_in_models: string[];
  stand_in_judges: string[];
  policies: string[];
  configurations: ConfigurationSummary[];
  breakdown: BreakdownRow[];
  /** All executions together. */
  overall: Record<string, Estimate>;
}

export interface Correlation {
  rho: number | null;
  /** Allows for executions of one scenario to depend on each other; the interval resamples scenarios. */
  p: number | null;
  /** The reference study's: executions taken for independent. */
  naive_p: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

/** Bland-Altman of `a - b` over pairs. Limits are the 2.5 and 97.5 % quantiles. */
export interface BlandAltman {
  a: string;
  b: string;
  n: number;
  bias: number | null;
  bias_low: number | null;
  bias_high: number | null;
  lower: number | null;
  upper: number | null;
  /** Regression of difference on mean: slope with interval and p that allow for executions of one scenario to depend on each other. */
  slope: number | null;
  slope_low: number | null;
  slope_high: number | null;
  slope_p: number | null;
  /** The reference study's: executions taken for independent. */
  slope_naive_p: number | null;
  points: { key: string; mean: number; difference: number; complexity?: string }[];
}

/** metrics/rankings.json holds one a metric. Configurations are given by name (`explorer__react__prompt`). */
export interface Ranking {
  metric: string;
  /** Level at which two configurations differ significantly, after Holm's correction over all pairs. */
  alpha: number;
  /** Scenarios that have a value. */
  scenarios: number;
  /** Smallest corrected p that so many scenarios can give, and how many it takes to tell any pair apart. Null without a pair. */
  smallest_holm_p: number | null;
  fewest_scenarios: number | null;
  /**
   * What so many scenarios can show, in units of the metric: the median standard deviation of the difference of two
   * configurations, and the smallest difference that the test of a mean finds with 80 % power, at 5 % for one planned pair and at 5 %
   * over the number of pairs for all of them (the first and strictest step of Holm's correction).
   */
  detectable: { sd: number; one_pair: number | null; all_pairs: number | null } | null;
  /** Friedman's test over scenarios without a hole; configurations nearer than the critical difference (Nemenyi) do not differ significantly. */
  mean_ranks: {
    ranks: { configuration: string; rank: number }[];
    scenarios: number;
    p: number;
    critical_difference: number;
  } | null;
  /**
   * Highest mean first. Of the configurations of one band no pair differs significantly; one may be in several, and two without a common
   * band may not be distinguished either: `pairs` says. Empty without a value.
   */
  order: { configuration: string; mean: number | null; bands: number[] }[];
  /** All pairs; Holm over all of them. */
  pairs: (PairedTest & {
    /** The same corrected by step-down max-T over sign flips: finds more among many, for differences that are symmetric. Null where a value is missing. */
    max_tp?: number | null;
  })[];
}

/** A pair of configurations or levels, tested on the same scenarios for a mean difference of 0 between two scores from 0 to 1. */
export interface PairedTest {
  first: string;
  second: string;
  /** Mean of first - second over scenarios where both have a value. */
  difference: number | null;
  n: number;
  p: number | null;
  /** Holm-corrected over the family that its file names. */
  holm_p: number | null;
}

/** metrics/factors.json holds one a metric: means of a factor's levels over the other factors, and their differences. */
export interface FactorEffects {
  metric: string;
  factors: {
    factor: "model" | "workflow" | "knowledge";
    levels: { level: string; mean: number | null }[];
    pairs: PairedTest[];
  }[];
}

/** A difference as figures draw it: the test of its pair, and how the scenarios lie. */
export interface Difference extends PairedTest {
  /** 95 % interval of the difference by the test of the mean over scenarios. */
  low: number | null;
  high: number | null;
  /** Scenarios on which the first is higher, equal, lower. */
  wins: number;
  ties: number;
  losses: number;
}

/** metrics/differences.json holds one a metric. Tests are those of factors.json and rankings.json. */
export interface Differences {
  metric: string;
  /** Every pair of levels of one factor, over the other two. */
  factors: (Difference & { factor: "model" | "workflow" | "knowledge" })[];
  /** The best configuration against every other, nearest first. */
  best: Difference[];
}

/** metrics/trends.json: least-squares line over answered executions of one model. Null slope: x does not vary. */
export interface Trend {
  model: string;
  x: string;
  y: string;
  n: number;
  /** With a 95 % interval and p that allow for executions of one scenario to depend on each other. */
  slope: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  intercept: number | null;
}

/** metrics/variance.json holds one a metric. */
export interface VarianceDecomposition {
  metric: string;
  /** Scenarios with every value, and those left out for want of one. */
  scenarios: number;
  left_out: number;
  components: VarianceComponent[];
}

export interface VarianceComponent {
  /** `model`, `model x workflow`, `scenario`, `scenario x model`, `repeat`. */
  source: string;
  /** In squared units of the metric, with its 95 % interval. An unbiased estimate can fall below 0. */
  variance: number;
  low: number;
  high: number;
  /** Of the sum of all components, those below 0 as 0. */
  share: number;
  /** Of an effect, by sign flips over scenarios. */
  p: number | null;
  holm_p: number | null;
}

/** metrics/risk_coverage.json holds one a configuration. */
export interface RiskCoverage {
  configuration: string;
  /** Metric that answers are ordered by, highest first. */
  signal: string;
  n: number;
  aurc: number | null;
  excess_aurc: number | null;
  risks: { coverage: number; risk: number | null }[];
  /** Risk of the k most confident answers, k from 1 to n. */
  curve: readonly number[];
}

/** metrics/abstention.json, of a set of twins: one a configuration and kind of nonexistence, and one over all kinds. */
export interface AbstentionByKind {
  configuration: string;
  kind: AbstentionKind | "all";
  /** Pairs of which both twins are in the set, times repeats. */
  pairs: number;
  correct: Estimate;
  missed: Estimate;
  false_abstention: Estimate;
  both_right: Estimate;
  /** Over both twins: share of answered executions that do not abstain, and how many of these are not right. */
  answered: Estimate;
  risk: Estimate;
  /** What ordering the answered ones by evidence agreement is worth; null below two of them. */
  aurc: number | null;
  excess_aurc: number | null;
  /** Risk of the k answers with the strongest evidence agreement, k from 1 to n. */
  curve: readonly number[];
}

/** metrics/discovery.json, of a set that asks for hidden links: one a configuration and a state of the items' links. */
export interface DiscoveryRow {
  configuration: string;
  links: "none left" | "some left" | "all";
  recall10: Estimate;
  recall: Estimate;
  /** Share of the hidden links whose test case stands in a successful tool result. */
  retrieved: Estimate;
  precision10: Estimate;
  /** Share of recommended ids that are linked already. */
  echoed: Estimate;
  abstained: Estimate;
  /** Mean recall of ten ids drawn at random. */
  chance10: number;
}
