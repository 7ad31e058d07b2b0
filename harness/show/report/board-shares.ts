/** Metrics between 0 and 1 that the leaderboard can show, each with its interval. */
export const BOARD_SHARES = [
  "functional_pass",
  "pass",
  "ndcg@10",
  "map",
  "mrr@10",
  "recall@10",
  "precision@5",
  "entity_coverage",
  "grounding_coverage",
] as const;
