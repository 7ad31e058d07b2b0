import { STABLE_AGREEMENT } from "../../../measure/clustering/stability.ts";
import type { ClusteredShare } from "../../../measure/statistics/intervals/clustered-share.ts";
import { carryIds } from "./carry-ids.ts";
import type { RunFailures } from "./collect-failures.ts";
import { FAILED_BY, type FailedBy, type Failure } from "./failure.ts";
import { type Cluster, describeGroups, type FailureGroups, type GroupShare, groupFailures } from "./group-failures.ts";
import { type FailureLedger, idAfterMerges, type LedgerEvent } from "./ledger.ts";
import { fixesOf, nameCluster, sayCluster } from "./sentence.ts";
import type { Separation } from "./separations.ts";
import type { FeatureWords } from "./words.ts";

/** Why the executions of a run failed; what `scopebench failures --json` prints. */
export interface FailureMap {
  run: string;
  executions: number;
  failed: number;
  /** Failures that each rule found; one may be found by several. */
  by: Partial<Record<FailedBy, number>>;
  /** The largest first. Null with too few failures: `apart` then lists them all. */
  clusters: readonly FailureCluster[] | null;
  /** Failures that are in no cluster. */
  apart: readonly string[];
  /** What became of clusters since earlier runs. */
  events: readonly LedgerEvent[];
}

interface FailureCluster extends Pick<Cluster, "typical" | "borderline"> {
  id: string;
  name: string;
  /** What the name is made of. */
  named_by: "what separates it" | "a person";
  notes: readonly string[];
  /** Clusters that a person merged into this one. */
  merged: readonly string[];
  /** How well it is found again when failures are drawn anew: mean Jaccard similarity (Hennig 2007). Null where it was not measured, or a person merged it. */
  agreement: number | null;
  /** From .75 on; below, other failures might well be grouped otherwise. Null as `agreement`. */
  stable: boolean | null;
  sentence: string;
  separations: readonly Separation[];
  fixes: readonly NonNullable<FeatureWords["fix"]>[];
  members: readonly string[];
  /** Of all failures, scenarios taken as one observation each. */
  share: ClusteredShare;
  configurations: readonly GroupShare[];
  families: readonly GroupShare[];
}

/** @param ledger what earlier runs had; the result holds it as it stands after this one */
export function mapFailures(
  found: RunFailures,
  { run, ledger }: { run: string; ledger: FailureLedger },
): { map: FailureMap; ledger: FailureLedger } {
  const grouping = groupFailures(found.failures);
  const carried = carryIds(ledger, { run, groups: grouping?.groups ?? [], apart: grouping?.apart ?? [] });
  const merged = mergeGroups(grouping, carried.ids, carried.ledger);
  const map: FailureMap = {
    run,
    executions: found.executions.length,
    failed: found.failures.length,
    by: countBy(found.failures),
    clusters:
      grouping &&
      nameAll(
        merged,
        describeGroups(
          merged.map(({ members }) => members),
          found,
        ),
        carried.ledger,
      ),
    apart: (grouping?.apart ?? found.failures).map(({ name }) => name),
    events: carried.events,
  };
  return { map, ledger: carried.ledger };
}

function countBy(failures: readonly Failure[]): FailureMap["by"] {
  const counts = FAILED_BY.map((rule) => [rule, failures.filter(({ by }) => by.includes(rule)).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

interface MergedGroup {
  id: string;
  merged: string[];
  members: Failure[];
  agreement: number | null;
}

/** Groups that a person has called one. */
function mergeGroups(grouping: FailureGroups | null, ids: readonly string[], ledger: FailureLedger): MergedGroup[] {
  const merged = new Map<string, MergedGroup>();
  (grouping?.groups ?? []).forEach((members, at) => {
    const own = ids[at]!;
    const id = idAfterMerges(ledger, own)!;
    const known = merged.get(id);
    const group = known ?? { id, merged: [], members: [], agreement: grouping!.agreements[at]! };
    if (known) group.agreement = null;
    group.members.push(...members);
    if (own !== id) group.merged.push(own);
    merged.set(id, group);
  });
  return [...merged.values()].sort((a, b) => b.members.length - a.members.length);
}

function nameAll(
  groups: readonly MergedGroup[],
  clusters: readonly Cluster[],
  ledger: FailureLedger,
): FailureCluster[] {
  const taken = new Set<string>();
  return clusters.map(({ members, separations, share, configurations, families, typical, borderline }, at) => {
    const { id, merged, agreement } = groups[at]!;
    const known = ledger.clusters.find((cluster) => cluster.id === id)!;
    const name = known.name ?? nameCluster(separations, taken);
    taken.add(name);
    return {
      ...{ id, name, named_by: known.name === null ? "what separates it" : "a person", notes: known.notes, merged },
      ...{ agreement, stable: agreement === null ? null : agreement >= STABLE_AGREEMENT },
      ...{ sentence: sayCluster(separations), separations, fixes: fixesOf(separations) },
      members: members.map((member) => member.name),
      ...{ share, configurations, families, typical, borderline },
    };
  });
}
