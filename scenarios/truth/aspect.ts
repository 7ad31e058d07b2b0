import type { Facet } from "./test-set.ts";

/**
 * What a question asks about the test cases of its truth besides their ids; what it selects are the expected entities.
 * Told by two routes like the set itself: `sql-route.ts` and `check-route.ts`.
 */
export type Aspect =
  /** Backlog items that the test cases are traced to: all, those of a subtype, or an item and its parts. */
  | { kind: "items"; subtype?: string; within?: string }
  | { kind: "messages" }
  | { kind: "protocols" }
  | { kind: "values"; facet: Facet }
  /** What contains an item: found on the way to the test cases, whatever they are. */
  | { kind: "parent"; item: string };
