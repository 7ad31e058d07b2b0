import { isDeepStrictEqual } from "node:util";
import { matchClusters } from "../../../measure/clustering/match.ts";
import type { Failure } from "./failure.ts";
import { HEIGHT } from "./group-failures.ts";
import type { FailureLedger, KnownCluster, LedgerEvent } from "./ledger.ts";
import { meanOf, nearestByMean, type SparseVector, vectorOf } from "./vectors.ts";

/** The clusters of a run under their ids, and the ledger as it stands after it. */
export interface Carried {
  /** By place of the group. */
  ids: readonly string[];
  ledger: FailureLedger;
  /** Of this run alone. */
  events: readonly LedgerEvent[];
}

interface RunGroups {
  run: string;
  groups: readonly (readonly Failure[])[];
  apart: readonly Failure[];
}

/**
 * Gives the groups of a run the ids of clusters that are known; a run that was looked at before has those it had then.
 */
export function carryIds(ledger: FailureLedger, found: RunGroups): Carried {
  const ids = idsOfLastLook(ledger, found);
  if (ids === null) return carryFromOthers(ledger, found);
  return { ids, ledger, events: ledger.events.filter(({ run }) => run === found.run) };
}

/** Null where one of the groups was not in the ledger's last look at this run. */
function idsOfLastLook(ledger: FailureLedger, { run, groups }: RunGroups): string[] | null {
  const lastSeen = ledger.clusters.filter((cluster) => cluster.last_seen === run);
  const ids = groups.flatMap((members) => {
    const mean = summaryOf(members);
    return lastSeen.find((cluster) => isDeepStrictEqual(cluster.mean, mean))?.id ?? [];
  });
  return ids.length === groups.length && new Set(ids).size === ids.length ? ids : null;
}

/**
 * Each failure is assigned to the known cluster nearest to it, where merging the two would stay below the height of the
 * cut; then groups are matched with what was assigned (`matchClusters`): ids go on with the largest part, splits and
 * merges are recorded. A group most of whose failures are like none of the known ones is new, whatever a few of them
 * resemble.
 */
function carryFromOthers(ledger: FailureLedger, found: RunGroups): Carried {
  const { run, groups, apart } = found;
  const assigned = new Map(
    [...groups, apart].map((members) => [
      members,
      members.map((member) => nearestByMean(vectorOf(member), { known: ledger.clusters, height: HEIGHT })),
    ]),
  );
  const isKnown = (members: readonly Failure[]) =>
    members === apart || assigned.get(members)!.filter((id) => id !== null).length > members.length / 2;
  const before = ledger.clusters.map(({ id }) => ({
    id,
    members: [...assigned]
      .filter(([members]) => isKnown(members))
      .flatMap(([members, ids]) => members.filter((_, at) => ids[at] === id).map(({ name }) => name)),
  }));
  let last = Math.max(0, ...ledger.clusters.map(({ id }) => Number(id.slice(1))));
  const { ids, events } = matchClusters({
    before: before.filter(({ members }) => members.length > 0),
    after: groups.map((members) => members.map(({ name }) => name)),
    unclustered: apart.map(({ name }) => name),
    mintId: () => `F${++last}`,
  });
  const told = events.flatMap((event): LedgerEvent[] => {
    if (event.type === "appeared") return [{ run, type: "new", id: event.id, of: null }];
    if (event.type === "split")
      return event.into.filter((id) => id !== event.id).map((id) => ({ run, type: "split", id, of: event.id }));
    if (event.type === "merged")
      return event.ids.filter((id) => id !== event.into).map((id) => ({ run, type: "merge", id, of: event.into }));
    return [];
  });
  return { ids, events: told, ledger: kept(ledger, { run, groups, ids, events: told }) };
}

/** An older run that is looked at again moves no cluster. */
function kept(
  ledger: FailureLedger,
  { run, groups, ids, events }: Omit<RunGroups, "apart"> & { ids: readonly string[]; events: readonly LedgerEvent[] },
): FailureLedger {
  const means = new Map(ids.map((id, at) => [id, summaryOf(groups[at]!)]));
  const known = ledger.clusters.map((cluster) => {
    const mean = means.get(cluster.id);
    return mean && cluster.last_seen <= run ? { ...cluster, last_seen: run, mean } : cluster;
  });
  const added = ids
    .filter((id) => !ledger.clusters.some((cluster) => cluster.id === id))
    .map(
      (id): KnownCluster => ({
        ...{ id, name: null, notes: [], merged_into: null },
        ...{ last_seen: run, mean: means.get(id)! },
      }),
    );
  const isTold = (one: LedgerEvent) =>
    events.some(({ type, id }) => one.run === run && one.type === type && one.id === id);
  return {
    ...ledger,
    clusters: [...known, ...added],
    events: [...ledger.events.filter((event) => !isTold(event)), ...events],
  };
}

/** The mean, to what a person may read in a file: three decimals tell two means apart. */
function summaryOf(members: readonly Failure[]): SparseVector {
  const entries = Object.entries(meanOf(members.map(vectorOf))).map(
    ([name, value]) => [name, Math.round(value * 1000) / 1000] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== 0));
}
