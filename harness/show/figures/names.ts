/** Canonical names, in `scores.jsonl` and `summary.json`, of what figures and pages read beside the ranking metrics. */
export const COMPOSITE = "overall_score";
export const GROUNDING_COVERAGE = "grounding_coverage";
export const HALLUCINATED = "hallucinated_ids";
/** What the primary judge rates from 1 to 5. */
export const DIMENSION_NAMES = ["completeness", "relevance", "coherence", "evidence_grounding"] as const;
