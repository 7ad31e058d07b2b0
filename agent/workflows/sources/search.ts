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
 * One branch: the model gives keywords for the source, code asks the query, and the first items are opened; again with what that gave, as
 * often as it may be refined. Keywords that this source was asked before in the turn are never used again, whatever the model says.
 */
export function searchSource(parts: SourceParts) {
  return async (state: SourceState): Promise<SourceCame> => {
    const { branch: source } = state;
    const before = turnSteps(state, "search").flatMap((step) => (step.source === source ? (step.keywords ?? []) : []));
    const searches: Searched[] = [];
    for (let times = 0; times <= (parts.settings.refinements ?? 0); times++) {
      const messages = [...state.messages, ...searches.flatMap((search) => search.messages)];
      const used = [...before, ...searches.flatMap(({ keywords }) => keywords)];
      const search = await searchOnce(parts, { state: { ...state, messages }, used });
      if (search === null) break;
      searches.push(search);
      if (search.problem) break;
    }
    if (searches.length === 0) return { source, keywords: [], problem: "no keyword that was not used before" };
    const problem = searches.at(-1)!.problem;
    return {
      ...{ source, keywords: searches.flatMap(({ keywords }) => keywords) },
      ids: [...new Set(searches.flatMap(({ ids }) => ids))],
      truncated: searches.some(({ truncated }) => truncated),
      requests: searches.reduce((sum, { requests }) => sum + requests, 0),
      ...(problem && { problem }),
      messages: searches.flatMap(({ messages }) => messages),
    };
  };
}

interface Searched {
  keywords: string[];
  ids: string[];
  truncated: boolean;
  requests: number;
  problem: string | null;
  messages: ToolMessage[];
}

/** Null without a keyword that was not used. */
async function searchOnce(
  { sources, settings, ask, call }: SourceParts,
  { state, used }: { state: SourceState; used: readonly string[] },
): Promise<Searched | null> {
  const { branch: source } = state;
  const described = sources.find(({ name }) => name === source)!;
  const said = saidBehind(await ask("searcher", whatToSearch(state, { described, used })), "Keywords");
  const keywords = newKeywords(said ?? "", used);
  if (keywords.length === 0) return null;
  const searched = await call("source_search", { source, keywords, match: "any" });
  const { items, requests, ...found } = resultIn(searched);
  const known = new Set(foundIn(state).map(({ id }) => id));
  const opened: ToolMessage[] = [];
  for (const { id } of items.filter((item) => !known.has(item.id)).slice(0, limitsOf(settings, source).opened))
    opened.push(await call("source_open", { source, id }));
  return {
    ...{ ...found, keywords, ids: items.map(({ id }) => id) },
    requests: requests + opened.reduce((sum, message) => sum + resultIn(message).requests, 0),
    messages: [searched, ...opened],
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
