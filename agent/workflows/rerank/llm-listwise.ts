import type { Execution } from "../execution.ts";
import { askModel } from "../retrieval/ask-model.ts";
import type { Hit } from "../retrieval/state.ts";

/** Characters of a record that the model orders by. */
export const ORDERED_CHARS = 300;

/**
 * The model orders the hits in one request, by their numbers (Sun et al. 2023, RankGPT, one window over all). What it leaves
 * out stands behind, in the order of the search; an answer without a number leaves that order as it was, and says so.
 */
export async function listwise(
  execution: Execution,
  { question, hits }: { question: string; hits: readonly Hit[] },
): Promise<{ ids: string[]; problem?: string }> {
  const searched = hits.map(({ id }) => id);
  if (hits.length < 2) return { ids: searched };
  const records = hits.map(
    ({ id, title, snippet }, at) =>
      `[${at + 1}] ${`${id} ${title}: ${snippet}`.slice(0, ORDERED_CHARS).toWellFormed()}`,
  );
  const said = `Question:\n${question}\n\nRecords:\n${records.map(oneLine).join("\n")}`;
  return readOrder(await askModel(execution, "reranker", said), searched);
}

export function readOrder(text: string, searched: readonly string[]): { ids: string[]; problem?: string } {
  const numbers = [...text.matchAll(/\[(\d{1,4})\]/g)].map(([, number]) => Number(number));
  const named = [...new Set(numbers)].flatMap((number) => searched[number - 1] ?? []);
  const ids = [...new Set([...named, ...searched])];
  return named.length === 0 ? { ids, problem: "the answer orders nothing" } : { ids };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
