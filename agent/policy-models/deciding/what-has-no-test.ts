import { textOf, textsOf } from "../reading/what-came-back.ts";
import type { RoutingRow } from "../reading/what-was-told.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import type { Conclusion } from "./when-to-abstain.ts";
import { allRows, pageSize, perform } from "./whether-to-call.ts";

/** Levels below an item that the tool looks into. */
const ALL_LEVELS = 4;

/**
 * Looks which items of the change have no test case, by the tool that counts them, where a policy names it and the question
 * is about one thing's tests: a comparison of lists has no change. Last of all calls, so that it takes none from the answer.
 */
export function* lookForGaps(state: TurnState, conclusion: Conclusion, route: RoutingRow | null): Strategy<Conclusion> {
  const { change } = conclusion;
  const known = state.rule("counting")?.includes("trace_coverage") && /impact|traceability/.test(route?.kind ?? "");
  if (!change || !known || change.ids.length === 0) return conclusion;
  const view = yield* perform(state, "trace_coverage", {
    ids: change.ids,
    depth: change.deep ? ALL_LEVELS : 0,
    only_uncovered: true,
    ...pageSize(state, "trace_coverage"),
  });
  const unknown = textsOf(view.facts.not_found);
  if (!view.ok || change.ids.some((id) => unknown.includes(id))) return conclusion;
  // Behind an item that other links join, too, a test may stand: that is no gap for certain.
  const joined = textsOf(view.facts.other_links);
  const ids = (yield* allRows(state, view, ["id"])).map(({ id }) => textOf(id)).filter((id) => !joined.includes(id));
  return ids.length === 0 && joined.length > 0
    ? conclusion
    : { ...conclusion, gaps: ids.map((id) => ({ id, path: view.path })) };
}
