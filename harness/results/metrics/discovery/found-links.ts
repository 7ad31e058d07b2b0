import type { ScoredExecution } from "../scored-execution.ts";
import { scoreValue } from "../scored-execution.ts";

/** What one execution found of the hidden links of its item. */
export interface FoundLinks {
  scenario: string;
  /** Shares of the links that can be found: among the first ten recommended, in the whole list, and in any tool result. */
  recall10: number;
  recall: number;
  retrieved: number | null;
  /** Share of hidden ones among the first ten; null where nothing is recommended. A lower bound: nobody has looked at the others. */
  precision10: number | null;
  /** Share of recommended ids that are linked already, which the question asks to leave out; null where none is, or nothing is recommended. */
  echoed: number | null;
  abstained: number | null;
  /** What ten ids drawn at random would find. */
  chance10: number;
}

/** Recorded links, and hidden ones that no text tells of, are taken off the list first: they are neither right nor wrong. Null for other scenarios. */
export function foundLinks(execution: ScoredExecution): FoundLinks | null {
  const { scenario, rankedIds } = execution;
  if (!scenario.discovery) return null;
  const { recorded_ids, unfindable_ids, candidates } = scenario.discovery;
  const neutral = new Set([...recorded_ids, ...unfindable_ids]);
  const recorded = new Set(recorded_ids);
  const expected = new Set(scenario.expected_ids);
  const list = rankedIds.filter((id) => !neutral.has(id));
  const first = list.slice(0, 10);
  const hits = (ids: readonly string[]) => ids.filter((id) => expected.has(id)).length;
  return {
    scenario: scenario.id,
    recall10: hits(first) / expected.size,
    recall: hits(list) / expected.size,
    retrieved: retrievedShare(execution, expected.size),
    precision10: first.length === 0 ? null : hits(first) / first.length,
    echoed:
      recorded.size === 0 || rankedIds.length === 0
        ? null
        : rankedIds.filter((id) => recorded.has(id)).length / rankedIds.length,
    abstained: scoreValue(execution, "abstention_false"),
    chance10: Math.min(1, 10 / candidates),
  };
}

function retrievedShare(execution: ScoredExecution, expected: number): number | null {
  const counts = ["retrieved_reported", "retrieved_unreported"].map((name) => scoreValue(execution, name));
  return counts.every((count) => count !== null) ? counts.reduce((sum, count) => sum + count, 0) / expected : null;
}
