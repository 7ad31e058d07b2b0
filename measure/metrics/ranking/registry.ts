/** Every ranking metric; the package exports what stands here, and an engine of the same name computes it. */
export { bpref } from "./bpref.ts";
export { f1 } from "./f1.ts";
export { inferredAveragePrecision } from "./infap.ts";
export { judged } from "./judged.ts";
export { averagePrecision } from "./map.ts";
export { reciprocalRank } from "./mrr.ts";
export { ndcg } from "./ndcg.ts";
export { precision } from "./precision.ts";
export { recall } from "./recall.ts";
export { rPrecision } from "./rprec.ts";
export { success } from "./success.ts";
