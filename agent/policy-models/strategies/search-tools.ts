import { type Evidence, type FoundTest, FoundTests } from "../found-tests.ts";
import type { RoutingRow } from "../reading/policy-text.ts";
import type { ResultView } from "../reading/result-view.ts";
import type { TurnState } from "../turn-state.ts";
import { testCaseOf, textOf } from "./rows.ts";

/** Searches by words or meaning, plainest first. */
const SEARCHES = ["keyword_search", "hybrid_search", "vector_search"];

/** The searches that there are, in the order of the route; without routing, the plainest first. */
export function searchTools(state: TurnState, route: RoutingRow | null): string[] {
  const named = route ? [...route.start, ...route.after].filter((tool) => SEARCHES.includes(tool)) : [];
  return [...new Set([...named, ...SEARCHES])].filter((tool) => state.tools.has(tool));
}

/** The test cases among the hits of a search, in its order. */
export function hitsOf(view: ResultView): FoundTests {
  return new FoundTests(
    view.rows.flatMap((row, rank): FoundTest[] => {
      const test = testCaseOf(row);
      const evidence: Evidence = { kind: "search", path: view.path, rank, why: firstLine(textOf(row.snippet)) };
      return test ? [{ id: test.id, title: test.title, evidence: [evidence] }] : [];
    }),
  );
}

/** Longest reason that is quoted from a record, in characters. */
const LONGEST_REASON = 90;

function firstLine(text: string): string {
  const line = (text.split("\n")[0] ?? "").trim();
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON - 3)}...` : line;
}
