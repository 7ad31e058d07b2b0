import { type BaseMessage, HumanMessage } from "@langchain/core/messages";

/** What the answer gate did, kept in its messages' `additional_kwargs` and so in the checkpoints. */
export interface GateNote {
  type: "feedback" | "fallback";
  violations: readonly string[];
}

export const GATE_NOTE = "answer_gate";

export function gateNoteOf(message: BaseMessage): GateNote | null {
  return (message.additional_kwargs?.[GATE_NOTE] as GateNote | undefined) ?? null;
}

/** True for what a person said, as against the gate's own feedback. */
export function isUserMessage(message: BaseMessage): boolean {
  return HumanMessage.isInstance(message) && gateNoteOf(message) === null;
}
