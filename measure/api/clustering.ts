/** Groups in dense vectors that do not depend on the order of rows: how stable they are, what they are about, what becomes of them. */
export { adjustedRand } from "../clustering/adjusted-rand.ts";
export { type AssignedRows, assignRows, type ClusterOfRows } from "../clustering/assign.ts";
export { npmiCoherence } from "../clustering/coherence.ts";
export { type HdbscanOptions, hdbscan } from "../clustering/density/hdbscan.ts";
export type { ClusterSelection } from "../clustering/density/select-clusters.ts";
export type { Linkage } from "../clustering/distances.ts";
export {
  cutAtHeight,
  cutAtPairShare,
  cutIntoClusters,
  type FlatClusters,
  type FlatLabels,
  UNCLUSTERED,
} from "../clustering/flat.ts";
export { type Dendrogram, linkRows } from "../clustering/linkage.ts";
export { type ClusterEvent, type MatchedClusters, matchClusters, type NamedCluster } from "../clustering/match.ts";
export { unitVectors, type VectorDistance } from "../clustering/points.ts";
export { type GroupingQuality, groupingQuality, topicDiversity } from "../clustering/quality.ts";
export { linkClusters } from "../clustering/second-level.ts";
export { type Silhouette, silhouettes } from "../clustering/silhouette.ts";
export { type ClusterStability, clusterStability, STABLE_AGREEMENT } from "../clustering/stability.ts";
export { type ClusterTerm, clusterTerms } from "../clustering/terms.ts";
export { type UmapHdbscan, type UmapHdbscanOptions, umapHdbscan } from "../clustering/umap-hdbscan.ts";
