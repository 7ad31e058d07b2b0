import type { RunFailures } from "../../results/failures/collect-failures.ts";
import { mapFailures } from "../../results/failures/failure-map.ts";
import { type ShownFailures, withPartings } from "../../results/failures/find-parting.ts";
import { ledgerPath, readLedgerOrSay } from "../../results/failures/ledger.ts";
import type { Site } from "./read-site.ts";

type Shown = NonNullable<ShownFailures["clusters"]>[number];

/** data/failures.json: groups of failures; who is in which says the list of executions. */
export interface FailuresData extends Omit<ShownFailures, "clusters" | "apart"> {
  /** With the number of their members. */
  clusters: readonly (Omit<Shown, "members"> & { members: number })[] | null;
  /** Failures that are in no group, and their names where there are no groups. */
  apart: { count: number; listed: readonly string[] };
}

/**
 * Groups what failed, under the ids and names that are kept beside the run. A report keeps nothing there: a group that `scopebench failures` has not
 * seen yet has an id of this report alone.
 */
export async function makeFailuresData(
  { runDirectory, manifest }: Pick<Site, "runDirectory" | "manifest">,
  found: RunFailures,
  say: (message: string) => void,
): Promise<{ data: FailuresData; clusterOf(name: string): string }> {
  const ledger = await readLedgerOrSay(ledgerPath(runDirectory), say);
  const { map } = mapFailures(found, { run: manifest.run_id, ledger });
  const { clusters, apart, ...head } = await withPartings(runDirectory, map, found);
  const clusterByName = new Map([
    ...(clusters ?? []).flatMap(({ id, members }) => members.map((name) => [name, id] as const)),
    ...apart.map((name) => [name, "apart"] as const),
  ]);
  const data = {
    ...head,
    clusters: clusters?.map(({ members, ...cluster }) => ({ ...cluster, members: members.length })) ?? null,
    apart: { count: apart.length, listed: clusters === null ? apart : [] },
  };
  return { data, clusterOf: (name) => clusterByName.get(name) ?? "none" };
}
