import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import type { PlannedCall, StepResult } from "../strategy.ts";
import { type ResultView, viewResult } from "./what-came-back.ts";

/** One question of the conversation and what followed it. */
interface Turn {
  question: string;
  /** Calls and their results, one group for each message that made calls, in order. */
  steps: StepResult[][];
  /** Answers given, and what was objected to each; the last has no objection yet, or ended the turn. */
  drafts: { text: string; objection: string | null }[];
  /** What was retrieved for the question without its being asked for. */
  retrieved: ResultView[];
}

export interface MessageHistory {
  system: string;
  turns: Turn[];
}

/** How an answer is sent back to its author. A language model would read the sentence; so does this one. */
const OBJECTION = /^Your answer was not accepted\b/;

/** How results come that no call asked for. */
const RETRIEVED = /^Records retrieved for the question\b[^\n]*\n/;

/** Reads a conversation from the messages that a chat model is given. */
export function readConversation(messages: readonly BaseMessage[]): MessageHistory {
  const conversation: MessageHistory = { system: "", turns: [] };
  const results = new Map(
    messages.flatMap((message) => (ToolMessage.isInstance(message) ? [[message.tool_call_id, message] as const] : [])),
  );
  for (const message of messages) {
    const turn = conversation.turns.at(-1);
    if (SystemMessage.isInstance(message)) conversation.system += message.text;
    else if (HumanMessage.isInstance(message)) readHuman(message.text, conversation);
    else if (AIMessage.isInstance(message) && turn) readAssistant(message, turn, results);
  }
  return conversation;
}

function readHuman(text: string, conversation: MessageHistory): void {
  const turn = conversation.turns.at(-1);
  const draft = turn?.drafts.at(-1);
  const [heading] = RETRIEVED.exec(text) ?? [];
  if (draft && OBJECTION.test(text)) draft.objection = text;
  else if (turn && heading) turn.retrieved.push(viewOf(text.slice(heading.length)));
  else conversation.turns.push({ question: text, steps: [], drafts: [], retrieved: [] });
}

function readAssistant(message: AIMessage, turn: Turn, results: ReadonlyMap<string, ToolMessage>): void {
  const calls = message.tool_calls ?? [];
  if (calls.length === 0) {
    turn.drafts.push({ text: message.text, objection: null });
    return;
  }
  turn.steps.push(calls.map((call) => toStep({ tool: call.name, args: call.args }, results.get(call.id ?? ""))));
}

/** A result is looked at in every request that follows it; it is the same message each time. */
const VIEWS = new WeakMap<ToolMessage, ResultView>();

function toStep(call: PlannedCall, message: ToolMessage | undefined): StepResult {
  if (message === undefined) return { call, view: viewResult("", true) };
  const { status, text } = message;
  const view = VIEWS.get(message) ?? viewOf(text, status === "error");
  VIEWS.set(message, view);
  return { call, view };
}

function viewOf(text: string, failed = false): ResultView {
  return viewResult(text, failed || text.startsWith('{"error"') || text.startsWith("Error:"));
}
