import type { LoggedEvent } from "../protocol/event-log.ts";
import type { ServedRunStatus } from "../protocol/protocol.ts";

/** What a run tells, in the words of LangGraph's thread protocol (`@langchain/protocol`): a method and its data. */
export interface Told {
  method: string;
  data: unknown;
}

interface LoggedMessage {
  id?: string;
  type: string;
  content: string | { type: string; text?: string; index?: number }[];
  tool_calls?: { id?: string; name: string; args: unknown }[];
  tool_call_id?: string;
  status?: string;
  usage_metadata?: object;
}

/** That a run is at work comes with its first event; that it is over, and how, is told by its row. */
export function toEvents({ name, data }: Pick<LoggedEvent, "name" | "data">): Told[] {
  const value = JSON.parse(data) as Record<string, unknown>;
  if (name === "metadata") return [{ method: "lifecycle", data: { event: "running" } }];
  if (name === "values") return [{ method: "values", data: value }];
  if (name === "custom") return [{ method: "custom", data: "name" in value ? value : { payload: value } }];
  if (name === "updates") return Object.entries(value).flatMap(toUpdates);
  if (name === "messages") return ofMessage((value as unknown as LoggedMessage[])[0]!);
  return [];
}

const ENDS: Partial<Record<ServedRunStatus, string>> = { error: "failed", interrupted: "interrupted" };

export function toEnd({ status, error }: { status: ServedRunStatus; error: string | null }): Told {
  return { method: "lifecycle", data: { event: ENDS[status] ?? "completed", ...(error !== null && { error }) } };
}

function toUpdates([node, values]: [string, unknown]): Told[] {
  if (node !== "__interrupt__") return [{ method: "updates", data: { node, values } }];
  return (values as { id: string; value: unknown }[]).map(({ id, value }) => ({
    method: "input.requested",
    data: { interrupt_id: id, payload: value },
  }));
}

/** What a tool gave is of the channel `tools` alone. */
function ofMessage(message: LoggedMessage): Told[] {
  if (message.type === "tool") return [{ method: "tools", data: toolEnd(message) }];
  const calls = (message.tool_calls ?? []).map(({ id, name, args }) => ({
    method: "tools",
    data: { event: "tool-started", tool_call_id: id ?? "", tool_name: name, input: args },
  }));
  return [...messageEvents(message).map((data) => ({ method: "messages", data })), ...calls];
}

function toolEnd({ tool_call_id: id = "", status, content }: LoggedMessage) {
  if (status === "error") return { event: "tool-error", tool_call_id: id, message: textOf(content) };
  return { event: "tool-finished", tool_call_id: id, output: content };
}

function textOf(content: LoggedMessage["content"]): string {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("");
}

/** Models' answers are read whole: each block begins, and is there. */
function messageEvents({ id, type, content, tool_calls = [], usage_metadata: usage }: LoggedMessage): object[] {
  const text = textOf(content);
  const blocks = [
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...tool_calls.map((call) => ({ type: "tool_call", id: call.id ?? null, name: call.name, args: call.args })),
  ];
  const role = type === "human" || type === "system" ? type : "ai";
  return [
    { event: "message-start", role, id },
    ...blocks.flatMap((block, index) => blockEvents(block, index)),
    { event: "message-finish", ...(usage && { usage }) },
  ];
}

function blockEvents(block: { type: string; text?: string }, index: number): object[] {
  if (block.text === undefined) {
    const { args, ...call } = block as { type: string; args?: unknown };
    const begun = { ...call, type: "tool_call_chunk", args: JSON.stringify(args) };
    return [
      { event: "content-block-start", index, content: begun },
      { event: "content-block-finish", index, content: block },
    ];
  }
  return [
    { event: "content-block-start", index, content: { type: "text", text: "" } },
    { event: "content-block-delta", index, delta: { type: "text-delta", text: block.text } },
    { event: "content-block-finish", index, content: block },
  ];
}
