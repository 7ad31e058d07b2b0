import type { Extraction } from "../../record/domain/records.ts";

type DelegatingTrace = {
  messages: readonly { sub_agent: string | null; text: string | null }[];
  tool_calls: readonly Pick<
    Extraction["tool_calls"][number],
    "index" | "family" | "arguments" | "sub_agent" | "status"
  >[];
};

/**
 * The executors that each delegation set to work, by the index of its call: the one whose conversation begins with the
 * sub-task. An executor without messages belongs to the first delegation without any: both are numbered by their start.
 */
export function executorsByDelegation({ messages, tool_calls }: DelegatingTrace): Map<number, string[]> {
  const delegations = tool_calls.filter(({ family }) => family === "delegation");
  const names = new Set([...messages, ...tool_calls].flatMap(({ sub_agent }) => sub_agent ?? []));
  const found = new Map<number, string[]>(delegations.map(({ index }) => [index, []]));
  const waiting = [...names].sort((a, b) => numberOf(a) - numberOf(b));
  const take = (index: number, at: number) => at >= 0 && found.get(index)!.push(...waiting.splice(at, 1));
  for (const { index, arguments: given } of delegations) {
    const task = (given as { description?: unknown } | null)?.description;
    const begins = (name: string) => messages.find(({ sub_agent }) => sub_agent === name)?.text === task;
    take(index, waiting.findIndex(begins));
  }
  const silent = (name: string) => messages.every(({ sub_agent }) => sub_agent !== name);
  for (const { index } of delegations) if (found.get(index)!.length === 0) take(index, waiting.findIndex(silent));
  return found;
}

function numberOf(name: string): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 0);
}
