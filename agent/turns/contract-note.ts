import { type BaseMessage, HumanMessage } from "@langchain/core/messages";

/** What the contract check did, kept in its messages' `additional_kwargs` and so in the checkpoints. */
export interface ContractNote {
  /** Sent back; replaced; not a model's at all, as where a graph abstains without asking one; a question in an answer's place. */
  type: "feedback" | "fallback" | "fixed" | "question";
  violations: readonly string[];
}

export const CONTRACT_NOTE = "answer_gate";

export function contractNoteOf(message: BaseMessage): ContractNote | null {
  return (message.additional_kwargs?.[CONTRACT_NOTE] as ContractNote | undefined) ?? null;
}

/** True for a model's message that asks back. */
export function isAskedBack(message: BaseMessage): boolean {
  return contractNoteOf(message)?.type === "question";
}

/** True for what a person said, as against the contract check's own feedback. */
export function isUserMessage(message: BaseMessage): boolean {
  return HumanMessage.isInstance(message) && contractNoteOf(message) === null;
}

/** True for a question itself, as against what stands in a user's message without one having said it: a summary, records. */
export function isQuestion(message: BaseMessage): boolean {
  return isUserMessage(message) && message.additional_kwargs?.lc_source === undefined;
}
