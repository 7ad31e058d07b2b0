import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ScopeTask } from "../../contract/contract.ts";
import { isUserMessage } from "../../turns/contract-note.ts";

/** Of an older result so much is shown; all of it stands in its file. */
const SHOWN = 400;

/** Without what was said before the turn's question. */
export function thisTurn<Message extends BaseMessage>(messages: readonly Message[]): Message[] {
  return messages.slice(messages.findLastIndex(isUserMessage));
}

/**
 * The first two tiers: the newest messages as they are, up to a number of characters and never less than the last step, and
 * what is older with its results cut. Questions and answers stay whole.
 */
export function compressed(messages: readonly BaseMessage[], limits: Limits): BaseMessage[] {
  const lastStep = messages.findLastIndex((message) => AIMessage.isInstance(message));
  let newer = 0;
  const shown = messages.toReversed().map((message, back) => {
    newer += message.text.length;
    const isOld = newer > limits.memoryFullChars && messages.length - 1 - back < lastStep;
    return isOld && ToolMessage.isInstance(message) && message.text.length > SHOWN ? cut(message) : message;
  });
  return shown.reverse();
}

type Limits = Pick<ScopeTask["limits"], "memoryFullChars" | "memoryCompressedChars" | "memorySummaryChars">;

/** What the third tier leaves as it is, in characters; null as long as what is older is too little to be summarised. */
export function keptBySummary(messages: readonly BaseMessage[], limits: Limits): number | null {
  const kept = limits.memoryFullChars + limits.memoryCompressedChars;
  const chars = messages.reduce((sum, message) => sum + message.text.length, 0);
  return chars > kept + limits.memorySummaryChars ? kept : null;
}

function cut(message: ToolMessage): ToolMessage {
  const left = message.text.length - SHOWN;
  return new ToolMessage({
    content: `${message.text.slice(0, SHOWN).toWellFormed()}\n(${left} more characters: read them in the result's file.)`,
    name: message.name,
    artifact: message.artifact,
    status: message.status,
    tool_call_id: message.tool_call_id,
  });
}
