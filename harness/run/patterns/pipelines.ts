/** How reports are put together: a tree of them that is cut, or the pipeline of topic models. */
export const PIPELINES = ["linkage", "umap"] as const;
export type Pipeline = (typeof PIPELINES)[number];
