import type { BaseMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import { CHARACTERS_A_TOKEN, estimateTokens } from "../../models/tokens.ts";
import type { Execution } from "../execution.ts";
import { makeCallMeter } from "../middleware/call-meter.ts";
import { makeContractCheck } from "../middleware/contract-check.ts";
import { makeHistoryLimit } from "../middleware/history-limit.ts";
import { makeThreadNote } from "../middleware/thread-note.ts";
import { systemPrompt } from "../prompts.ts";
import { forWriter, makeRecordsShown } from "./for-writer.ts";
import { questionIn, type State } from "./state.ts";

const WRITER = { role: "writer", subAgent: null } as const;

/**
 * Has the model answer from what was kept, by the same contract as every other workflow. It has no tools, so there are no
 * skills to load.
 */
export function generateFrom(execution: Execution, answeredFrom: number | null) {
  const prompt = systemPrompt("writer", execution).text;
  const writer = createAgent({
    model: execution.newModel(),
    tools: [],
    systemPrompt: prompt,
    middleware: [
      makeRecordsShown(),
      ...makeHistoryLimit(execution, { ...WRITER, name: "conversation" }),
      makeThreadNote(execution),
      makeCallMeter(execution, WRITER),
      makeContractCheck(execution),
    ],
  });
  return async (state: State) => {
    const messages = forWriter(state, {
      answeredFrom,
      roomChars: roomChars(execution.task, [prompt, questionIn(state)]),
    });
    const ended = await writer.invoke({ messages }, { recursionLimit: execution.task.limits.recursionLimit });
    const said: BaseMessage[] = ended.messages;
    return { messages: said.slice(messages.length) };
  };
}

/** Share of the window's rest that records take: a model's answers so far stand beside them, and JSON has more tokens than counted. */
const RECORDS = 0.6;

/** Characters of records that fit beside what cannot be shortened. A stand-in has no window. */
function roomChars({ model }: Execution["task"], fixed: readonly string[]): number {
  if (model.provider === "policy") return Number.POSITIVE_INFINITY;
  const { contextWindow, maxOutputTokens = 0 } = model;
  const left = contextWindow - maxOutputTokens - fixed.reduce((sum, text) => sum + estimateTokens(text), 0);
  return Math.max(0, Math.floor(left * RECORDS * CHARACTERS_A_TOKEN));
}
