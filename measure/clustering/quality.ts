/** What a grouping as a whole is like: told beside any number that rates it. */
export interface GroupingQuality {
  clusters: number;
  /** Share of rows that are in a cluster. Null without rows. */
  coverage: number | null;
  /** Share of all rows that the largest cluster holds: with a quarter of everything in one, other numbers say little. Null without rows. */
  largestShare: number | null;
}

/** Number of clusters, share of rows in one (coverage) and in the largest, by definition, of a label a row; negative labels are no cluster. */
export function groupingQuality(labels: ArrayLike<number>): GroupingQuality {
  const sizes = new Map<number, number>();
  for (let row = 0; row < labels.length; row++)
    if (labels[row]! >= 0) sizes.set(labels[row]!, (sizes.get(labels[row]!) ?? 0) + 1);
  const inClusters = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const shareOf = (rows: number) => (labels.length > 0 ? rows / labels.length : null);
  return {
    clusters: sizes.size,
    coverage: shareOf(inClusters),
    largestShare: shareOf(Math.max(0, ...sizes.values())),
  };
}

/** Topic diversity: the share of different words among the first `most` of each topic (25 in Dieng, Ruiz & Blei, TACL 8, 2020). Null without any word. */
export function topicDiversity(topics: readonly (readonly string[])[], most = 25): number | null {
  const words = topics.flatMap((topic) => topic.slice(0, most));
  return words.length > 0 ? new Set(words).size / words.length : null;
}
