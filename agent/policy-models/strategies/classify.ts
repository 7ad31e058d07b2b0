import type { RoutingRow } from "../reading/policy-text.ts";
import type { Question } from "../reading/question.ts";
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
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + phrase.length] ?? " ";
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

/** Tools that the route names, in order, of those that there are; then the given ones that it does not name. */
export function toolOrder(state: TurnState, route: RoutingRow | null, usable: readonly string[]): string[] {
  const named = route ? [...route.start, ...route.after] : [];
  const known = state.rule("one step or all") || state.rule("ids first") ? usable : [];
  return [...new Set([...named.filter((tool) => usable.includes(tool)), ...known])].filter((tool) =>
    state.tools.has(tool),
  );
}
