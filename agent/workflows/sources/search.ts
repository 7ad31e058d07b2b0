import type { ToolMessage } from "@langchain/core/messages";
import type { SourceDescription } from "../../../db/sources/port.ts";
import { limitsOf } from "../../contract/contract.ts";
import { questionIn } from "../retrieval/state.ts";
import { foundIn, resultIn, sayFound } from "./found.ts";
import type { SourceParts } from "./parts.ts";
import { listSaid, saidBehind } from "./said.ts";
import { type SourceCame, type SourceState, turnSteps } from "./state.ts";

const [MOST_KEYWORDS, LONGEST_KEYWORD] = [5, 200];

/**
 * One branch: the model gives keywords for the source, code asks the query, and the first items are opened. Keywords that this source was
 * asked before in the turn are never used again, whatever the model says.
 */
export function searchSource({ sources, settings, ask, call }: SourceParts) {
  return async (state: SourceState): Promise<SourceCame> => {
    const { branch: source } = state;
    const described = sources.find(({ name }) => name === source)!;
    const before = foundIn(state);
    const used = turnSteps(state, "search").flatMap((step) => (step.source === source ? (step.keywords ?? []) : []));
    const said = saidBehind(await ask("searcher", whatToSearch(state, { described, used })), "Keywords");
    const keywords = newKeywords(said ?? "", used);
    if (keywords.length === 0) return { source, keywords, problem: "no keyword that was not used before" };
    const searched = await call("source_search", { source, keywords, match: "any" });
    const { items, truncated, requests, problem } = resultIn(searched);
    const known = new Set(before.map(({ id }) => id));
    const opened: ToolMessage[] = [];
    for (const { id } of items.filter((item) => !known.has(item.id)).slice(0, limitsOf(settings, source).opened))
      opened.push(await call("source_open", { source, id }));
    return {
      ...{ source, keywords, ids: items.map(({ id }) => id), truncated },
      requests: requests + opened.reduce((sum, message) => sum + resultIn(message).requests, 0),
      ...(problem && { problem }),
      messages: [searched, ...opened],
    };
  };
}

function newKeywords(said: string, used: readonly string[]): string[] {
  const taken = new Set(used.map(fold));
  const kept: string[] = [];
  for (const keyword of listSaid(said.replaceAll("\0", " "), /;/).map((one) => one.slice(0, LONGEST_KEYWORD))) {
    if (taken.has(fold(keyword))) continue;
    taken.add(fold(keyword));
    kept.push(keyword);
  }
  return kept.slice(0, MOST_KEYWORDS);
}

function fold(keyword: string): string {
  return keyword.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function whatToSearch(
  state: SourceState,
  { described: { name, kind, items }, used }: { described: SourceDescription; used: readonly string[] },
): string {
  return [
    `Question:\n${questionIn(state)}`,
    `Source:\n- ${name}: a ${kind}; ${items.join(", ")}`,
    `Used before: ${used.length === 0 ? "none" : used.join("; ")}`,
    sayFound(foundIn(state)),
  ].join("\n\n");
}
