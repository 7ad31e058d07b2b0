import type { Question } from "../reading/what-was-asked.ts";
import type { RoutingRow } from "../reading/what-was-told.ts";
import type { TurnState } from "../turn-state.ts";

/** The first route one of whose signals stands in the question, else the one for questions without; null when no routing was read. */
export function classify(state: TurnState, question: Question): RoutingRow | null {
  const { routes, otherwise } = state.knowledge;
  const text = question.corrected.toLowerCase();
  const fitting = routes.find((route) => route.signals.some((signal) => containsPhrase(text, signal)));
  return fitting ?? routes.find((route) => route.kind === otherwise) ?? null;
}

/** Whole words, so that `break` is not found in `breakdown`. */
function containsPhrase(text: string, phrase: string): boolean {
  if (!text.includes(phrase)) return false;
  const literal = phrase.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "u").test(text);
}

/** Tools that the route names, in order, of those that there are; then the given ones that it does not name. */
export function toolOrder(state: TurnState, route: RoutingRow | null, usable: readonly string[]): string[] {
  const known = state.rule("one step or all") || state.rule("ids first") ? usable : [];
  return inOrder(state, route, { usable, known });
}

/** Searches by words or meaning, plainest first. */
const SEARCHES = ["keyword_search", "hybrid_search", "vector_search"];

/** The searches that there are, in the order of the route; without routing, the plainest first. */
export function searchTools(state: TurnState, route: RoutingRow | null): string[] {
  return inOrder(state, route, { usable: SEARCHES, known: SEARCHES });
}

function inOrder(
  state: TurnState,
  route: RoutingRow | null,
  { usable, known }: { usable: readonly string[]; known: readonly string[] },
): string[] {
  const named = [...(route?.start ?? []), ...(route?.after ?? [])].filter((tool) => usable.includes(tool));
  return [...new Set([...named, ...known])].filter((tool) => state.tools.has(tool));
}
