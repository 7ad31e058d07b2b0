/** What `score` writes about the judge: `metrics/judge*.json`, `meta_judge.json` and `human.json`. */
import type { Dimension } from "./records.ts";
import type { BlandAltman, Correlation } from "./summary.ts";

/** metrics/judge.json */
export interface JudgeAnalysis {
  /** Judge composite and each dimension against each IR metric. */
  judge_ir: { judge: Dimension | "overall_score" | "mean_dimension"; metric: string; correlation: Correlation }[];
  composite_vs_ir: BlandAltman[];
  primary_vs_calibration: BlandAltman[];
  agreement: {
    measure: string;
    on: string;
    value: number | null;
    low: number | null;
    high: number | null;
    n: number;
    /** Where a test exists, Holm-corrected; it allows for executions of one scenario to depend on each other. */
    p: number | null;
    /** The reference study's, Holm-corrected: executions taken for independent. */
    naive_p: number | null;
  }[];
  verdicts: { stage: "primary" | "calibration" | "meta"; judged: number; blocked: number; cascaded: number }[];
  meta: {
    arbitrated: number;
    agree: number;
    preferred_a: number;
    preferred_b: number;
    tie: number;
    leniency: number;
    harshness: number;
    status_changed: number;
  };
  /** Said on the page: what a stand-in's agreement means. */
  notes: string[];
}

/** metrics/judge_faults.json */
export interface JudgeFaultReport {
  stages: {
    stage: "primary" | "calibration" | "meta";
    judged: number;
    blocked: number;
    cascaded: number;
    /** Attempts that gave no usable form: `mended` when a later attempt of the same verdict did, `blocked` when none did. */
    faults: { reason: string; attempts: number; mended: number; blocked: number }[];
    /** Attempts at fault by provider. */
    providers: { reason: string; count: number }[];
  }[];
  /** Answered executions without a primary verdict; above `limit` the run exits with 2. */
  unscored: {
    count: number;
    of: number;
    share: number | null;
    limit: number;
    reasons: { reason: string; count: number }[];
  };
}

/** metrics/judge_probes.json holds one a judge. */
export interface JudgeProbes {
  judge: "primary" | "calibration";
  evaluator: string;
  stand_in: boolean;
  /** Edited executions that it was shown. */
  readings: number;
  probes: ProbeResult[];
}

export interface ProbeResult {
  probe: string;
  question: string;
  /** Mean over executions with its 95 % interval, scenarios resampled; 0 for a judge without the fault. */
  effect: number | null;
  low: number | null;
  high: number | null;
  unit: string;
  /** Executions, and the scenarios that they are of. */
  n: number;
  scenarios: number;
  /** Readings that the judge could not give: they take no part. */
  blocked: number;
  threshold: number;
  /** Why that threshold. */
  because: string;
  /** Name of the fault when the whole interval lies beyond the threshold, otherwise null. */
  finding: string | null;
  /** Why nothing can be said, null when something can. */
  no_finding: string | null;
}

export interface CorrectedRate {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** metrics/human.json; null where nobody has rated. */
export interface HumanRatings {
  raters: { rater: string; rated: number; left_out: number }[];
  agreement: {
    /** `people`, or `judge and <rater>`. */
    between: string;
    on: string;
    measure: "alpha" | "kappa" | "percent";
    value: number | null;
    low: number | null;
    high: number | null;
    /** Executions with two ratings at least. */
    n: number;
  }[];
  pass_rate: {
    judged: number;
    rated: number;
    /** Rated by as many for pass as for fail. */
    undecided: number;
    judge: CorrectedRate;
    /** Mean over the rated ones of the share of people who let it pass. */
    people: number | null;
    /** Of the judge against the people's majority. */
    sensitivity: number | null;
    specificity: number | null;
    rogan_gladen: CorrectedRate;
    prediction_powered: CorrectedRate;
    /** Weight of the judge in the prediction-powered estimate: 0 = of no use, 1 = taken in full. */
    lambda: number | null;
  };
}

/** metrics/judge_correction.json */
export interface JudgeCorrection {
  /** What the judge is held against: people where enough have rated, otherwise the calibration judge. */
  reference: "people" | "calibration";
  on: "overall_score";
  pairs: number;
  scenarios: number;
  /** Mean of reference - judge. */
  shift: number | null;
  /** Root mean squared error on held-out pairs, without and with the correction. */
  error_before: number | null;
  error_after: number | null;
  /** Squared error taken away on held-out pairs. */
  gain: number | null;
  gain_interval: { low: number | null; high: number | null };
  applied: boolean;
  because: string;
  /** Mean overall score; `corrected` is null where the correction was refused. A constant moves levels, not the order. */
  configurations: { configuration: string; score: number | null; corrected: number | null }[];
}

interface Rulings {
  primary: number;
  calibration: number;
  tie: number;
}

/** metrics/meta_judge.json */
export interface MetaJudgeRecord {
  /** Pairs of primary and calibration verdicts that were ruled on. */
  pairs: number;
  /** Other status, or overall scores 0.1 or more apart. */
  disagreed: number;
  disagreed_in_status: number;
  /** Whose judgement was preferred. */
  rulings: Rulings;
  rulings_on_disagreed: Rulings;
  /** Executions whose status the ruling turns. */
  changed: { key: string; from: "pass" | "fail"; to: "pass" | "fail" }[];
  changed_share: number | null;
  /** Pass rates with the primary verdicts and with the rulings in place of the changed ones; pairs whose order turned round. */
  ranking: {
    configurations: { configuration: string; before: number | null; after: number | null }[];
    swapped: { first: string; second: string }[];
  };
}
