import { compareText } from "../../base/text-order.ts";
import { distanceIn, type Linkage } from "./distances.ts";
import { groupGaps } from "./group-gaps.ts";
import { arrangePoints } from "./points.ts";

/** A cluster that people know by its id. */
export interface ClusterOfRows {
  id: string;
  /** The rows it was made of. */
  members: readonly ArrayLike<number>[];
}

/** Where a new row belongs. */
export interface Assignment {
  /** Null where no cluster is near enough: the row is new, or alone. */
  id: string | null;
  /** The nearest cluster, assigned or not, and the height at which the row would be merged with it. */
  nearest: string;
  gap: number;
}

/**
 * Each new row goes to the nearest of the known clusters if merging the two would have stayed at or below `height`, at which they were cut: by mean distance to the members, or by
 * Ward's height. Rows are taken one by one, so that one new row decides nothing about another, and the clusters stay as they are. Of clusters that are as near, the one whose id
 * comes first in code units. Without any cluster the result is empty. Our own rule, by the heights of `linkRows`.
 * @throws UserError `input` for rows of different lengths or with numbers that are not finite.
 */
export function assignRows(
  vectors: readonly ArrayLike<number>[],
  { clusters, linkage, height }: { clusters: readonly ClusterOfRows[]; linkage: Linkage; height: number },
): Assignment[] {
  if (clusters.length === 0 || vectors.length === 0) return [];
  const known = clusters.toSorted((a, b) => compareText(a.id, b.id));
  const members = known.flatMap((cluster) => cluster.members);
  const points = arrangePoints([...members, ...vectors], distanceIn(linkage));
  const owners = known.flatMap((cluster, at) => cluster.members.map(() => at));
  const groups = [...known, ...vectors].map((): number[] => []);
  for (const [place, row] of points.rows.entries())
    groups[owners[row] ?? known.length + row - owners.length]!.push(place);
  const gapOf = groupGaps(points, groups, linkage);
  return vectors.map((_, row) => {
    const gaps = known.map((_cluster, at) => gapOf(at, known.length + row));
    const gap = Math.min(...gaps);
    const { id } = known[gaps.indexOf(gap)]!;
    return { id: gap <= height ? id : null, nearest: id, gap };
  });
}
