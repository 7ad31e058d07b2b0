/** Groups in dense vectors that do not depend on the order of rows: average linkage and Ward. */
export type { Linkage, VectorDistance } from "../clustering/distances.ts";
export { cutAtHeight, cutIntoClusters, type FlatClusters, UNCLUSTERED } from "../clustering/flat.ts";
export { type Dendrogram, linkRows } from "../clustering/linkage.ts";
export { unitVectors } from "../clustering/points.ts";
