import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import type { Linkage } from "./distances.ts";
import { type FlatLabels, UNCLUSTERED } from "./flat.ts";
import { type Dendrogram, linkRows } from "./linkage.ts";

/** A cluster that people know by its id. */
export interface ClusterOfRows {
  id: string;
  /** The rows that are in it, one at least. */
  members: readonly ArrayLike<number>[];
}

/** Where new rows belong among clusters that are known. */
export interface AssignedRows {
  /** By new row; null: in none. */
  ids: (string | null)[];
  /** Known rows that the new tree would put elsewhere: how far the clusters, which stay, have aged. */
  moved: number;
}

/**
 * New rows go where the tree of `linkRows` over all rows, known and new, has them: one is in the cluster to which most known rows beside it belong. `cut` is what the clusters were found by, so that
 * clustering anew gives the same; known rows stay where they are. Nothing less follows a new row: a part that it joins can be taken along to another cluster, and what that leaves behind to a third. Our own rule.
 * @param apart rows that are in no cluster, which vote for none
 * @throws UserError `input` for rows of different lengths or with numbers that are not finite, and for zeros under cosine.
 */
export function assignRows(
  vectors: readonly ArrayLike<number>[],
  {
    clusters,
    apart = [],
    linkage,
    cut,
  }: {
    clusters: readonly ClusterOfRows[];
    apart?: readonly ArrayLike<number>[];
    linkage: Linkage;
    cut: (tree: Dendrogram) => FlatLabels;
  },
): AssignedRows {
  if (vectors.length === 0) return { ids: [], moved: 0 };
  const known = [...clusters.flatMap(({ id, members }) => members.map(() => id)), ...apart.map(() => null)];
  const rows = [...clusters.flatMap(({ members }) => members), ...apart, ...vectors];
  const ids = idsByVote(cut(linkRows(rows, linkage)).labels, known);
  return { ids: ids.slice(known.length), moved: known.filter((id, row) => id !== ids[row]).length };
}

/**
 * Ids of new clusters by those that most of their known rows had; of equals the id that comes first in code units, and any before none.
 * @param labels by row, the known ones first
 * @param known by known row: its id; null: it was in no cluster
 * @returns by row; null for rows in no cluster, and in one of which most known rows were in none or no row is known
 */
export function idsByVote(labels: ArrayLike<number>, known: readonly (string | null)[]): (string | null)[] {
  const voters = grouped(known.keys(), (row) => labels[row]!);
  voters.delete(UNCLUSTERED);
  const ids = new Map([...voters].map(([label, rows]) => [label, mostFrequent(rows.map((row) => known[row]!))]));
  return Array.from(labels, (label) => ids.get(label) ?? null);
}

function mostFrequent(ids: readonly (string | null)[]): string | null {
  const [first] = [...grouped(ids, (id) => id)].sort(
    ([a, some], [b, others]) => others.length - some.length || (a === null ? 1 : b === null ? -1 : compareText(a, b)),
  );
  return first![0];
}
