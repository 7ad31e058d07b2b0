import { grouped } from "../../../base/grouped.ts";
import { makeRandom } from "../../../base/random.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { signFlipTest } from "../../../measure/statistics/comparison/sign-flip.ts";
import { bootstrapInterval } from "../../../measure/statistics/intervals/bootstrap.ts";
import { carryIds } from "./carry-ids.ts";
import type { ExecutionFacts, RunFailures } from "./collect-failures.ts";
import type { Failure } from "./failure.ts";
import { groupFailures, HEIGHT } from "./group-failures.ts";
import { type FailureLedger, idAfterMerges } from "./ledger.ts";
import { nameCluster } from "./sentence.ts";
import { findSeparations } from "./separations.ts";
import { meanOf, nearestByMean, vectorOf } from "./vectors.ts";

/** What became of failures from a baseline to a candidate, over executions that both hold. */
export interface FailureComparison {
  baseline: string;
  candidate: string;
  pairs: number;
  failed: { baseline: number; candidate: number };
  /** Executions that failed on one side alone. */
  new_failures: number;
  gone_failures: number;
  /** By the candidate's new failures, the most first. Null with too few failures on both sides together. */
  groups: readonly GroupChange[] | null;
  /** The candidate's second run, where there is one. */
  second: string | null;
}

export interface GroupChange {
  id: string;
  name: string;
  /** Failures on either side, and those of the candidate's that did not fail before. */
  baseline: number;
  candidate: number;
  new_failures: number;
  /** Only the candidate, or only the baseline, has it. */
  only: "candidate" | "baseline" | null;
  /** Change of its share of executions: mean over scenarios, 95 % interval by itself (null with too few scenarios). */
  difference: number;
  low: number | null;
  high: number | null;
  /** Of the sign-flip test over scenarios, by itself and corrected over all groups (Holm). */
  p: number;
  adjusted_p: number;
  /** Corrected p of at most .05. */
  changed: boolean;
  /** Whether the second run shows the same change; null where nothing was to be confirmed. */
  confirmed: boolean | null;
}

const LEVEL = 0.05;

/** One run's failures. */
export interface FailureSide {
  run: string;
  found: RunFailures;
}

/**
 * Failures of both sides are grouped together, without a look at which side each is of, and the share of executions in each group is compared
 * scenario by scenario (sign flips, Holm over the groups). If the two sides do not differ, nothing changes when a scenario's two sides are swapped, the groups among
 * it: so whatever the number of groups, one is called in at most 5 % of comparisons.
 * @param sides `second`: another run of the candidate, which must show what was called
 * @param ledger names of groups; it is not changed
 */
export function compareFailures(
  sides: { baseline: FailureSide; candidate: FailureSide; second?: FailureSide | undefined },
  ledger: FailureLedger,
): FailureComparison {
  const { baseline, candidate, second } = sides;
  const paired = pairUp(baseline.found, candidate.found);
  const { before, after } = paired;
  const failing = new Set(before.map(({ name }) => name));
  const isNew = ({ name }: Failure) => !failing.has(name);
  const grouping = groupFailures([...before, ...after], { stability: false });
  const common = {
    ...{ baseline: baseline.run, candidate: candidate.run, second: second?.run ?? null },
    pairs: paired.executions.length,
    failed: { baseline: before.length, candidate: after.length },
    new_failures: after.filter(isNew).length,
    gone_failures: before.length - (after.length - after.filter(isNew).length),
  };
  if (grouping === null) return { ...common, groups: null };
  const groups = mergedGroups(grouping, { ledger, run: candidate.run });
  const taken = new Set<string>();
  const changes = groups.map(({ id, members }) => {
    const own = new Set(members);
    const [old, now] = [before.filter((one) => own.has(one)), after.filter((one) => own.has(one))];
    const others = [...before, ...after].filter((one) => !own.has(one));
    const name =
      ledger.clusters.find((known) => known.id === id)?.name ?? nameCluster(findSeparations(members, others), taken);
    taken.add(name);
    return {
      ...{ id, name, baseline: old.length, candidate: now.length, new_failures: now.filter(isNew).length },
      only: old.length === 0 ? ("candidate" as const) : now.length === 0 ? ("baseline" as const) : null,
      ...testChange(paired.executions, old, now),
    };
  });
  const adjusted = holm(changes.map(({ p }) => p));
  const decided = changes.map((change, at) => ({
    ...change,
    adjusted_p: adjusted[at]!,
    changed: adjusted[at]! <= LEVEL,
    confirmed: null as boolean | null,
  }));
  const confirmed = second ? confirm(decided, { groups, baseline: baseline.found, second: second.found }) : decided;
  return { ...common, groups: confirmed.toSorted((a, b) => b.new_failures - a.new_failures || a.p - b.p) };
}

interface Paired {
  executions: readonly ExecutionFacts[];
  before: readonly Failure[];
  after: readonly Failure[];
}

/** Executions that both sides hold. */
function pairUp(baseline: RunFailures, candidate: RunFailures): Paired {
  const held = new Set(candidate.executions.map(({ name }) => name));
  const executions = baseline.executions.filter(({ name }) => held.has(name));
  const both = new Set(executions.map(({ name }) => name));
  const kept = ({ failures }: RunFailures) => failures.filter(({ name }) => both.has(name));
  return { executions, before: kept(baseline), after: kept(candidate) };
}

interface NamedGroup {
  id: string;
  members: Failure[];
}

/** Under the ids that are known; what a person merged is one. */
function mergedGroups(
  grouping: NonNullable<ReturnType<typeof groupFailures>>,
  { ledger, run }: { ledger: FailureLedger; run: string },
): NamedGroup[] {
  const carried = carryIds(ledger, { run, ...grouping });
  const groups = new Map<string, NamedGroup>();
  grouping.groups.forEach((members, at) => {
    const id = idAfterMerges(carried.ledger, carried.ids[at]!)!;
    const group = groups.get(id) ?? { id, members: [] };
    group.members.push(...members);
    groups.set(id, group);
  });
  return [...groups.values()];
}

type Tested = Pick<GroupChange, "difference" | "low" | "high" | "p">;

function testChange(
  executions: readonly ExecutionFacts[],
  before: readonly Failure[],
  after: readonly Failure[],
): Tested {
  const [old, now] = [before, after].map((failures) => new Set(failures.map(({ name }) => name)));
  const byUnit = grouped(executions, ({ unit }) => unit);
  const differences = [...byUnit.values()].map(
    (own) => own.reduce((sum, { name }) => sum + Number(now!.has(name)) - Number(old!.has(name)), 0) / own.length,
  );
  const random = makeRandom("failure groups compared");
  const { difference, p } = signFlipTest(differences, { random })!;
  return { difference, p, ...intervalOf(differences, [...byUnit.keys()]) };
}

function intervalOf(differences: readonly number[], units: readonly string[]): Pick<Tested, "low" | "high"> {
  return bootstrapInterval({
    clusters: units,
    statistic: (weights) => {
      const count = weights.reduce((sum, weight) => sum + weight, 0);
      return differences.reduce((sum, value, at) => sum + value * weights[at]!, 0) / count;
    },
    random: makeRandom("interval of a failure group's change"),
  });
}

/** Tests what was called again, on the second run: failures of both are assigned to the groups as they are, by mean distance. Holm over what was called. */
function confirm<Change extends GroupChange>(
  changes: readonly Change[],
  { groups, baseline, second }: { groups: readonly NamedGroup[]; baseline: RunFailures; second: RunFailures },
): Change[] {
  const means = groups.map(({ id, members }) => ({ id, mean: meanOf(members.map(vectorOf)) }));
  const { executions, before, after } = pairUp(baseline, second);
  const called = changes.filter(({ changed }) => changed);
  const of = (id: string, failures: readonly Failure[]) =>
    failures.filter((one) => nearestByMean(vectorOf(one), { known: means, height: HEIGHT }) === id);
  const again = called.map(({ id }) => testChange(executions, of(id, before), of(id, after)));
  const adjusted = holm(again.map(({ p }) => p));
  return changes.map((change) => {
    const at = called.indexOf(change);
    if (at < 0) return change;
    const isSame = Math.sign(again[at]!.difference) === Math.sign(change.difference);
    return { ...change, confirmed: isSame && adjusted[at]! <= LEVEL };
  });
}
