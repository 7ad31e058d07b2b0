/** Rankers without a model that every benchmark is run with. */
export const RANKERS = ["keyword", "vector", "hybrid"] as const;
export type RankerName = (typeof RANKERS)[number];

/** Documents of a whole ranking: TREC's usual depth. */
export const WHOLE_RANKING = 1000;
