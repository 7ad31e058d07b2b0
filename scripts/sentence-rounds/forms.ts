import { ABSTENTION, CALLS, REPORTED, TOKENS } from "./count-forms.ts";
import type { Form } from "./form.ts";
import { PLACES, RISK, THRESHOLD, VARIANCE } from "./id-forms.ts";
import {
  AGAINST_CALIBRATION,
  AGAINST_IR,
  AGAINST_NDCG,
  JUDGE_IR,
  PROBES,
  verdictDimensionForms,
} from "./judge-forms.ts";
import { leadForms, QUALITY } from "./lead-forms.ts";
import { DIMENSION_SCORES, FACTORS, GROUNDING, TIMES } from "./mean-forms.ts";
import { BEST_DIFFERENCES, CUMULATED, FRONTIER, NAMED, NAMED_STUDY, RANKS, SLOPE, WITHIN_600 } from "./pair-forms.ts";
import { facetForms, familyForms, heatmapForms } from "./rate-forms.ts";

/** By figure: every one has its forms (`check-run.ts`). */
export const FORMS: Readonly<Record<string, readonly Form[]>> = {
  "quality-cost": QUALITY,
  "ndcg10-by-configuration": leadForms("ndcg@10"),
  "mrr10-by-configuration": leadForms("mrr@10"),
  "recall-curve": leadForms("recall@10"),
  "pass-rate-by-family": familyForms("functional_pass"),
  "judge-pass-rate-by-family": familyForms("pass"),
  "pass-rate-heatmap": heatmapForms("functional_pass"),
  "judge-pass-rate-heatmap": heatmapForms("pass"),
  "pass-rate-facets": facetForms("functional_pass"),
  "judge-pass-rate-facets": facetForms("pass"),
  "tool-calls": CALLS,
  tokens: TOKENS,
  abstention: ABSTENTION,
  "retrieved-reported": REPORTED,
  "dimension-scores": DIMENSION_SCORES,
  "grounding-vs-hallucinated": GROUNDING,
  "time-violin": TIMES,
  "factor-differences": FACTORS,
  "best-differences-ndcg10": BEST_DIFFERENCES,
  "critical-difference-ndcg10": RANKS,
  "slope-ndcg10": SLOPE,
  "time-cdf": CUMULATED,
  "time-cdf-whole": CUMULATED,
  "time-violin-600": WITHIN_600,
  "grounding-by-execution": NAMED,
  "grounding-by-execution-study": NAMED_STUDY,
  "strategy-frontier": FRONTIER,
  "judge-vs-ir": JUDGE_IR,
  "bland-altman-composite-ndcg10": AGAINST_NDCG,
  "bland-altman-composite-ir": AGAINST_IR,
  "bland-altman-primary-calibration": AGAINST_CALIBRATION,
  "dimension-score-by-verdict": verdictDimensionForms("functional_pass"),
  "judge-dimension-score-by-verdict": verdictDimensionForms("pass"),
  "judge-probes": PROBES,
  "entity-threshold": THRESHOLD,
  "rank-positions": PLACES,
  "risk-coverage": RISK,
  "variance-decomposition": VARIANCE,
};
