import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";

/** A cluster as it was before, by the keys of its items. */
export interface NamedCluster {
  id: string;
  members: readonly string[];
}

/**
 * What became of ids. `split`: where the parts of a cluster are now, the largest first. `merged`: the clusters `ids` went on as `into`, which is one of them. `appeared`: a new
 * id that is no part of an old cluster. `ended`: the cluster went on nowhere.
 */
export type ClusterEvent =
  | { type: "split"; id: string; into: readonly string[] }
  | { type: "merged"; ids: readonly string[]; into: string }
  | { type: "appeared"; id: string }
  | { type: "ended"; id: string };

/** Ids of the clusters after, in the order given, and what happened on the way. */
export interface MatchedClusters {
  ids: string[];
  /** Splits, merges, what appeared, what ended; each by id. */
  events: ClusterEvent[];
}

/** A part of an old cluster counts from this share of its items that are still there (MONIC's threshold for splits). */
const PART_SHARE = 0.25;
/** An old cluster goes on where its parts have together at least this share of them (MONIC's threshold for survival). */
const SURVIVAL_SHARE = 0.5;

/**
 * Which new cluster goes on as which old one, after MONIC (Spiliopoulou, Ntoutsi, Theodoridis & Schult, KDD 2006): by the share of an old cluster's items that a new one has, over
 * the items that are still there; what came or went is no evidence. An old cluster goes on in the new ones that have at least a quarter of it each, if they have half of it together;
 * its id goes with the largest part.
 *
 * Where several old ones lead to one new cluster the id of the one with most items there stays. Ties go to the old id, or the new cluster's first key, that
 * comes first in code units. `mintId` is asked for each new id, the largest cluster first; it must never give one that was used before. The order of clusters and members decides nothing.
 */
export function matchClusters(options: {
  before: readonly NamedCluster[];
  /** The new clusters, by the keys of their items. */
  after: readonly (readonly string[])[];
  /** Items that are there and in no new cluster. */
  unclustered?: readonly string[];
  mintId: () => string;
}): MatchedClusters {
  const { after, unclustered = [], mintId } = options;
  const before = options.before.toSorted((a, b) => compareText(a.id, b.id));
  const order = orderOf(after);
  const fates = before.map(({ id, members }) => ({ id, parts: partsOf(members, { after, order, unclustered }) }));
  const heirs = grouped(
    fates.filter(({ parts }) => parts.length > 0),
    ({ parts }) => parts[0]!.place,
  );
  const ids = new Array<string>(after.length);
  for (const place of order) ids[place] = idOf(heirs.get(place) ?? []) ?? mintId();
  return { ids, events: eventsOf(fates, { heirs, ids }) };
}

/** An old cluster, and where it went on, the largest part first. */
interface Fate {
  id: string;
  parts: readonly { place: number; items: number }[];
}

/** Of those that go on in one cluster the id that stays. */
function idOf(heirs: readonly Fate[]): string | undefined {
  const most = Math.max(...heirs.map(({ parts }) => parts[0]!.items));
  return heirs.find(({ parts }) => parts[0]!.items === most)?.id;
}

function eventsOf(
  fates: readonly Fate[],
  { heirs, ids }: { heirs: ReadonlyMap<number, readonly Fate[]>; ids: readonly string[] },
): ClusterEvent[] {
  const splits = fates.flatMap(({ id, parts }): ClusterEvent[] =>
    parts.length > 1 ? [{ type: "split", id, into: parts.map(({ place }) => ids[place]!) }] : [],
  );
  const merges = [...heirs].flatMap(([place, from]) =>
    from.length > 1 ? [{ type: "merged" as const, ids: from.map(({ id }) => id), into: ids[place]! }] : [],
  );
  const old = new Set(fates.flatMap(({ parts }) => parts.map(({ place }) => place)));
  const appeared = ids.filter((_, place) => !old.has(place)).sort(compareText);
  return [
    ...splits,
    ...merges.sort((a, b) => compareText(a.into, b.into)),
    ...appeared.map((id): ClusterEvent => ({ type: "appeared", id })),
    ...fates.flatMap(({ id, parts }): ClusterEvent[] => (parts.length === 0 ? [{ type: "ended", id }] : [])),
  ];
}

/** The new clusters, largest first, then by their first key. */
function orderOf(after: readonly (readonly string[])[]): number[] {
  const firsts = after.map((members) => members.toSorted(compareText)[0] ?? "");
  return [...after.keys()].sort((a, b) => after[b]!.length - after[a]!.length || compareText(firsts[a]!, firsts[b]!));
}

function partsOf(
  members: readonly string[],
  now: { after: readonly (readonly string[])[]; order: readonly number[]; unclustered: readonly string[] },
): Fate["parts"] {
  const old = new Set(members);
  const itemsIn = (keys: readonly string[]): number => keys.filter((key) => old.has(key)).length;
  const shared = now.order.map((place) => ({ place, items: itemsIn(now.after[place]!) }));
  const there = shared.reduce((sum, { items }) => sum + items, itemsIn(now.unclustered));
  const parts = shared.filter(({ items }) => items > 0 && items >= PART_SHARE * there);
  const together = parts.reduce((sum, { items }) => sum + items, 0);
  return together >= SURVIVAL_SHARE * there ? parts.sort((a, b) => b.items - a.items) : [];
}
