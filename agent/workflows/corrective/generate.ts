import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import type { CallRecord } from "../../tools/call-log.ts";
import type { Execution } from "../execution.ts";
import { systemPrompt } from "../prompts.ts";
import { writerMiddleware } from "../rag/index.ts";
import { ANSWERED_FROM } from "./retrieve.ts";
import { type State, stepsOf } from "./state.ts";

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

/** Of each turn's retrievals the last, unless it was not answered from: its best, in the order that they were put in. */
function forWriter(state: State): BaseMessage[] {
  return state.messages.flatMap((message) => {
    if (!ToolMessage.isInstance(message)) return [message];
    const { index, turn } = message.artifact as CallRecord;
    if (stepsOf(state, turn, "retrieve").at(-1)?.call !== index || stepsOf(state, turn, "abstain").length > 0)
      return [];
    return [withRows(message, stepsOf(state, turn, "rerank").at(-1)?.ids)];
  });
}

/** What the model is shown of a result: at most so many records, in that order. A failed call stays as it is. */
function withRows(message: ToolMessage, order: readonly string[] | undefined): ToolMessage {
  const { rows, ...head } = JSON.parse(message.text) as { rows?: Record<string, unknown>[] };
  if (!rows) return message;
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  const kept = (order ? order.flatMap((id) => byId.get(id) ?? []) : rows).slice(0, ANSWERED_FROM);
  const content = JSON.stringify({ ...head, shown: kept.length, rows: kept });
  const { tool_call_id, artifact } = message;
  return new ToolMessage({ ...message.lc_kwargs, content, tool_call_id, artifact });
}
