import type { ShownMessage, Step, Values } from "../service/wire.ts";

export interface Turn {
  id: string;
  question: string;
  steps: Step[];
  /** null while it is not there. */
  answer: TurnAnswer | null;
}

interface TurnAnswer {
  id: string;
  text: string;
  /** A question in its place, which the next turn answers. */
  asksBack: boolean;
}

/** A thread's questions, each with what was done for it and what was answered. */
export function turnsOf({ messages = [], transcripts = [] }: Values): Turn[] {
  const turns: Turn[] = [];
  const reports = [...transcripts];
  for (const message of messages) {
    // The contract check's note to the agent is not a user's question.
    const isQuestion = message.type === "human" && !noteOf(message);
    if (isQuestion) turns.push({ id: message.id, question: textOf(message), steps: [], answer: null });
    const turn = turns.at(-1);
    if (!turn) continue;
    const step = stepOf(message);
    if (step?.tool === "task" && step.status === "success")
      turn.steps.push(...(reports.shift()?.messages ?? []).flatMap((entry) => stepOf(entry) ?? []));
    if (step) turn.steps.push(step);
    const isAnswer = message.type === "ai" && !message.tool_calls?.length && textOf(message).trim() !== "";
    if (isAnswer)
      turn.answer = { id: message.id, text: textOf(message), asksBack: noteOf(message)?.type === "question" };
  }
  return turns;
}

/** What the contract check made of a message. */
function noteOf({ additional_kwargs }: ShownMessage): { type: string } | undefined {
  return additional_kwargs?.answer_gate as { type: string } | undefined;
}

function stepOf({ type, artifact }: ShownMessage): Step | null {
  if (type !== "tool" || artifact?.tool === undefined) return null;
  const {
    index = 0,
    tool,
    arguments: given = {},
    status = "success",
    error,
    rows,
    truncated,
    resultPath,
    subAgent,
    review,
  } = artifact;
  const known = {
    index,
    tool,
    arguments: given,
    status,
    error: error ?? null,
    rows: rows ?? null,
    truncated: truncated ?? false,
    review: review ?? null,
  };
  return { ...known, result_path: resultPath ?? null, sub_agent: subAgent ?? null };
}

export function textOf({ content }: Pick<ShownMessage, "content">): string {
  if (typeof content === "string") return content;
  const blocks = Array.isArray(content) ? (content as { text?: unknown }[]) : [];
  return blocks.map(({ text }) => (typeof text === "string" ? text : "")).join("");
}
