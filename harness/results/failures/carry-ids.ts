import type { Failure } from "./failure.ts";
import { HEIGHT, LEAST_MEMBERS } from "./group-failures.ts";
import type { FailureLedger, KnownCluster, LedgerEvent } from "./ledger.ts";
import { centreOf, distanceOf, type SparseVector, vectorOf } from "./vectors.ts";

/** The clusters of a run under their ids, and the ledger as it stands after it. */
export interface Carried {
  /** By place of the group. */
  ids: readonly string[];
  ledger: FailureLedger;
  /** Of this run alone. */
  events: readonly LedgerEvent[];
}

/**
 * Gives the groups of a run the ids of clusters that are known: every failure votes for the known cluster whose centre is nearest, within the
 * height at which clusters are cut; a group takes the id that more than half of its members vote for. Where two groups want one id, the one with more votes
 * keeps it and the other is a split. A known cluster whose failures are now part of another group is a merge. What is left is new.
 */
export function carryIds(ledger: FailureLedger, run: string, groups: readonly (readonly Failure[])[]): Carried {
  const votes = groups.map((members) => countVotes(ledger.clusters, members));
  const wanted = votes.map((counts, at) => wantedId(counts, groups[at]!.length));
  const ids: string[] = [];
  const events: LedgerEvent[] = [];
  let next = 1 + Math.max(0, ...ledger.clusters.map(({ id }) => Number(id.slice(1))));
  groups.forEach((_, at) => {
    const id = wanted[at]!;
    if (id !== null && at === keeperOf(id, wanted, votes)) {
      ids.push(id);
      return;
    }
    const own = `F${next++}`;
    ids.push(own);
    events.push({ run, type: id === null ? "new" : "split", id: own, of: id });
  });
  events.push(...mergesOf({ run, votes, ids }));
  return { ids, events, ledger: kept(ledger, { run, groups, ids, events }) };
}

type Votes = ReadonlyMap<string, number>;

function countVotes(known: readonly KnownCluster[], members: readonly Failure[]): Votes {
  const counts = new Map<string, number>();
  for (const member of members) {
    const id = nearestId(known, vectorOf(member));
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** The first of those as near. */
function nearestId(known: readonly KnownCluster[], vector: SparseVector): string | null {
  let [best, least] = [null as string | null, HEIGHT];
  for (const { id, centre } of known) {
    const distance = distanceOf(vector, centre);
    if (distance < least) [best, least] = [id, distance];
  }
  return best;
}

function wantedId(counts: Votes, members: number): string | null {
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && most[1] > members / 2 ? most[0] : null;
}

function keeperOf(id: string, wanted: readonly (string | null)[], votes: readonly Votes[]): number {
  const places = [...wanted.keys()].filter((at) => wanted[at] === id);
  return places.reduce((best, at) => (votes[at]!.get(id)! > votes[best]!.get(id)! ? at : best));
}

/** Known clusters that no group is called by, of which enough for a cluster is part of one. */
function mergesOf({
  run,
  votes,
  ids,
}: {
  run: string;
  votes: readonly Votes[];
  ids: readonly string[];
}): LedgerEvent[] {
  return votes.flatMap((counts, at) =>
    [...counts]
      .filter(([id, count]) => count >= LEAST_MEMBERS && !ids.includes(id))
      .map(([id]): LedgerEvent => ({ run, type: "merge", id, of: ids[at]! })),
  );
}

/** An older run that is looked at again moves no centre. */
function kept(
  ledger: FailureLedger,
  {
    run,
    groups,
    ids,
    events,
  }: { run: string; groups: readonly (readonly Failure[])[]; ids: readonly string[]; events: readonly LedgerEvent[] },
): FailureLedger {
  const centres = new Map(ids.map((id, at) => [id, centreOf(groups[at]!.map(vectorOf))]));
  const known = ledger.clusters.map((cluster) => {
    const centre = centres.get(cluster.id);
    return centre && cluster.last_seen <= run ? { ...cluster, last_seen: run, centre: rounded(centre) } : cluster;
  });
  const added = ids
    .filter((id) => !ledger.clusters.some((cluster) => cluster.id === id))
    .map(
      (id): KnownCluster => ({
        ...{ id, name: null, notes: [], merged_into: null },
        ...{ last_seen: run, centre: rounded(centres.get(id)!) },
      }),
    );
  const before = ledger.events.filter((event) => event.run !== run || !events.some((one) => one.id === event.id));
  return { ...ledger, clusters: [...known, ...added], events: [...before, ...events] };
}

/** What a person may read in a file; three decimals tell two directions apart. */
function rounded(vector: SparseVector): SparseVector {
  const entries = Object.entries(vector).map(([name, value]) => [name, Math.round(value * 1000) / 1000] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== 0));
}
