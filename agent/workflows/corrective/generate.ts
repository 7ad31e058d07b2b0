import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import type { CallRecord } from "../../turns/call-log.ts";
import type { Execution } from "../execution.ts";
import { systemPrompt } from "../prompts.ts";
import { ANSWERED_FROM } from "../rag/by-search.ts";
import { writerMiddleware } from "../rag/index.ts";
import { hitOf, resultsOf, type State, stepsOf } from "./state.ts";

/** Has the model answer from what was kept, by the same contract as every other workflow. */
export function generateFrom(execution: Execution) {
  const writer = createAgent({
    model: execution.newModel(),
    tools: [],
    systemPrompt: systemPrompt("writer", execution).text,
    middleware: writerMiddleware(execution),
  });
  return async (state: State) => {
    const messages = forWriter(state);
    const ended = await writer.invoke({ messages }, { recursionLimit: execution.task.limits.recursionLimit });
    const said: BaseMessage[] = ended.messages;
    return { messages: said.slice(messages.length) };
  };
}

/** Of each turn's retrievals the last, unless it was not answered from: its best test cases, in the order that they were put in. */
function forWriter(state: State): BaseMessage[] {
  return state.messages.flatMap((message) => {
    if (!ToolMessage.isInstance(message)) return [message];
    const { turn } = message.artifact as CallRecord;
    const last = stepsOf(state, turn, "retrieve").at(-1);
    if (!last || !resultsOf(state, last).includes(message) || stepsOf(state, turn, "abstain").length > 0) return [];
    const { ids = [] } = stepsOf(state, turn, "rerank").at(-1) ?? last;
    return [withBest(message, ids.slice(0, ANSWERED_FROM))];
  });
}

/** What the model is shown of a result: of its test cases the best, in their order, after what else it holds. A failed call stays as it is. */
function withBest(message: ToolMessage, best: readonly string[]): ToolMessage {
  const { rows, ...head } = JSON.parse(message.text) as { rows?: Record<string, unknown>[] };
  if (!rows) return message;
  const byId = new Map(rows.map((row) => [hitOf(row)?.id, row]));
  const kept = [...rows.filter((row) => hitOf(row) === null), ...best.flatMap((id) => byId.get(id) ?? [])];
  const content = JSON.stringify({ ...head, shown: kept.length, rows: kept });
  const { tool_call_id, artifact } = message;
  return new ToolMessage({ ...message.lc_kwargs, content, tool_call_id, artifact });
}
