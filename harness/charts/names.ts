/** Canonical names, in `scores.jsonl` and `summary.json`, of what figures and pages read beside the ranking metrics. */
export const COMPOSITE = "overall_score";
export const GROUNDING_COVERAGE = "grounding_coverage";
export const HALLUCINATED = "hallucinated_ids";
