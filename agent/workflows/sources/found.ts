import { ToolMessage } from "@langchain/core/messages";
import { turnOf } from "../retrieval/state.ts";
import type { SourceState } from "./state.ts";

/** An item of a source as its tool showed it. */
export interface SearchedItem {
  id: string;
  source: string;
  type: string;
  title: string;
  text: string;
  date: string;
}

/** A result as it says itself. */
export interface ToolResult {
  items: SearchedItem[];
  truncated: boolean;
  requests: number;
  /** What failed; null where nothing did. */
  problem: string | null;
}

export function resultIn({ text, status }: ToolMessage): ToolResult {
  const { rows = [], truncated = false, requests = 0, error } = JSON.parse(text) as Record<string, unknown>;
  const said = error as { code?: string; message?: string } | undefined;
  const problem = status === "error" || said ? (said?.message ?? "the call failed") : null;
  return {
    items: (rows as Record<string, unknown>[]).map(itemOf),
    truncated: truncated === true,
    requests: Number(requests),
    problem,
  };
}

function itemOf(row: Record<string, unknown>): SearchedItem {
  const textOf = (field: string) => String(row[field] ?? "");
  return {
    ...{ id: textOf("id"), source: textOf("source"), type: textOf("type") },
    ...{ title: textOf("title"), text: textOf("text"), date: textOf("date") },
  };
}

/** Items that this turn has found so far, each once, whole where it was opened. */
export function foundIn(state: SourceState): SearchedItem[] {
  const found = new Map<string, SearchedItem>();
  for (const item of turnResults(state).flatMap((message) => resultIn(message).items)) {
    const before = found.get(item.id);
    if (!before || item.text.length > before.text.length) found.set(item.id, item);
  }
  return [...found.values()];
}

function turnResults(state: SourceState): ToolMessage[] {
  const turn = turnOf(state);
  return state.messages
    .filter(ToolMessage.isInstance)
    .filter(({ artifact }) => (artifact as { turn?: number } | undefined)?.turn === turn);
}

/** Characters of a text that who chooses and who gives keywords are shown, and items at most. */
const [SHOWN_CHARS, SHOWN_ITEMS] = [240, 30];

/** Data behind its own heading, one item a line. */
export function sayFound(items: readonly SearchedItem[]): string {
  if (items.length === 0) return "Found so far: nothing";
  const lines = items.slice(0, SHOWN_ITEMS).map(({ id, source, title, text }) => {
    return `- ${id} (${source}) ${JSON.stringify(`${title}: ${text.slice(0, SHOWN_CHARS)}`)}`;
  });
  return ["Found so far:", ...lines].join("\n");
}
