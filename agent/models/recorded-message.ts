import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { RecordedAnswer } from "../../base/providers/recording/recording.ts";

/** What an answer holds besides what the next request repeats. */
export interface RecordedAnswerRest {
  id?: string;
  invalid_tool_calls?: AIMessage["invalid_tool_calls"];
  usage_metadata?: AIMessage["usage_metadata"];
  response_metadata: Record<string, unknown>;
  additional_kwargs: Record<string, unknown>;
}

interface RecordedItem {
  role: string;
  content: BaseMessage["content"];
  name?: string;
  tool_calls?: AIMessage["tool_calls"];
  tool_call_id?: string;
  status?: string;
}

/** The same messages come again with each request of a conversation. */
const ITEMS = new WeakMap<BaseMessage, RecordedItem>();

/** The part of a message that a model sees. Ids and what the agent notes beside it are left out: they differ from run to run. */
export function itemOf(message: BaseMessage): RecordedItem {
  const known = ITEMS.get(message);
  if (known) return known;
  const item: RecordedItem = {
    role: message.getType(),
    content: message.content,
    name: message.name,
    ...(AIMessage.isInstance(message) && message.tool_calls?.length && { tool_calls: message.tool_calls.map(callOf) }),
    ...(ToolMessage.isInstance(message) && { tool_call_id: message.tool_call_id, status: message.status }),
  };
  ITEMS.set(message, item);
  return item;
}

function callOf({ id, name, args }: NonNullable<AIMessage["tool_calls"]>[number]) {
  return { type: "tool_call" as const, id, name, args };
}

export function toRecordedAnswer(message: AIMessage): RecordedAnswer {
  const rest: RecordedAnswerRest = {
    id: isOwnId(message.id) ? undefined : message.id,
    invalid_tool_calls: message.invalid_tool_calls?.length ? message.invalid_tool_calls : undefined,
    usage_metadata: message.usage_metadata,
    response_metadata: message.response_metadata,
    additional_kwargs: message.additional_kwargs,
  };
  return { item: itemOf(message), rest };
}

/** LangChain gives a message without an id a random one. */
function isOwnId(id: string | undefined): boolean {
  return id?.startsWith("run-") ?? true;
}

export function fromRecordedAnswer(item: unknown, rest: RecordedAnswerRest): AIMessage {
  const { content, name, tool_calls } = item as RecordedItem;
  return new AIMessage({
    ...rest,
    content,
    name,
    tool_calls: tool_calls ?? [],
    invalid_tool_calls: rest.invalid_tool_calls ?? [],
  });
}
