/** Which questions of a set tell of each other: where an interval or a test needs independent ones, those of a cluster count as one. */
import type { Scenario } from "./schema.ts";

/** Share of common members (Jaccard) from which two lists of test cases are about the same. */
const SHARED = 0.5;

export interface AskedTruth {
  /** Backlog items, messages and test cases at which the question begins. */
  starts: readonly string[];
  ids: ReadonlySet<string>;
}

/** The scenario's cluster: one that stands alone is one of its own. */
export function clusterOf({ id, cluster = id }: Pick<Scenario, "id" | "cluster">): string {
  return cluster;
}

/** Scenarios that can be picked of which no two tell of each other: by their recorded clusters, and by their truths where none are recorded. */
export function countDistinct(scenarios: readonly Pick<Scenario, "id" | "cluster" | "expected_ids">[]): number {
  const leaders = clusterLeaders(
    scenarios.map((scenario) => ({ starts: [clusterOf(scenario)], ids: new Set(scenario.expected_ids) })),
  );
  return new Set(leaders).size;
}

/**
 * For each question the place of the first one that leads a cluster and has a start or half of its test cases in common with
 * this one; its own place where none has. By leaders and not by chains: on a small corpus everything hangs together by a few links.
 */
export function clusterLeaders(questions: readonly AskedTruth[]): number[] {
  const [byStart, byTest] = [new Map<string, number[]>(), new Map<string, number[]>()];
  return questions.map(({ starts, ids }, place) => {
    const common = new Map<number, number>();
    for (const leader of membersOf(byTest, ids)) common.set(leader, (common.get(leader) ?? 0) + 1);
    const alike = [...common].flatMap(([leader, count]) =>
      count >= SHARED * (ids.size + questions[leader]!.ids.size - count) ? [leader] : [],
    );
    const [first = place] = [...membersOf(byStart, starts), ...alike].sort((a, b) => a - b);
    if (first === place) {
      for (const start of starts) byStart.set(start, [...(byStart.get(start) ?? []), place]);
      for (const id of ids) byTest.set(id, [...(byTest.get(id) ?? []), place]);
    }
    return first;
  });
}

function membersOf(leaders: ReadonlyMap<string, readonly number[]>, keys: Iterable<string>): number[] {
  return [...keys].flatMap((key) => leaders.get(key) ?? []);
}
