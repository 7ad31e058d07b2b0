import type { BaseMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import type { Execution } from "../execution.ts";
import { makeCallMeter } from "../middleware/call-meter.ts";
import { makeContractCheck } from "../middleware/contract-check.ts";
import { makeHistoryLimit } from "../middleware/history-limit.ts";
import { systemPrompt } from "../prompts.ts";
import { forWriter, makeRecordsShown } from "./for-writer.ts";
import type { State } from "./state.ts";

const WRITER = { role: "writer", subAgent: null } as const;

/**
 * Has the model answer from what was kept, by the same contract as every other workflow. It has no tools, so there are no
 * skills to load.
 */
export function generateFrom(execution: Execution, answeredFrom: number | null) {
  const writer = createAgent({
    model: execution.newModel(),
    tools: [],
    systemPrompt: systemPrompt("writer", execution).text,
    middleware: [
      makeRecordsShown(),
      makeHistoryLimit(execution, { ...WRITER, name: "conversation" }),
      makeCallMeter(execution, WRITER),
      makeContractCheck(execution),
    ],
  });
  return async (state: State) => {
    const messages = forWriter(state, answeredFrom);
    const ended = await writer.invoke({ messages }, { recursionLimit: execution.task.limits.recursionLimit });
    const said: BaseMessage[] = ended.messages;
    return { messages: said.slice(messages.length) };
  };
}
