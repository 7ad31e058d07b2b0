import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import type { Execution } from "../execution.ts";
import { makeCallMeter } from "../middleware/call-meter.ts";
import { makeContractCheck } from "../middleware/contract-check.ts";
import { makeHistoryLimit } from "../middleware/history-limit.ts";
import { makeThreadNote } from "../middleware/thread-note.ts";
import { askModel } from "../retrieval/ask-model.ts";
import { once, recordedCall, toMessage } from "../retrieval/calls.ts";
import { makeRecordsShown } from "../retrieval/for-writer.ts";
import { makeSourcesGraph } from "./graph.ts";

const ANSWERER = { role: "answerer", subAgent: null } as const;
/** Characters of one result that are kept and shown: items as long as people write them. */
const KEPT = { previewRows: 40, previewChars: 24_000 };

/** The workflow over live sources for one execution: its calls are the agents' own tools, recorded as theirs. */
export function makeSourcesAgent(execution: Execution) {
  const { tools, checkpointer } = execution;
  const { live } = tools;
  if (!live) throw new Error("the workflow `sources` needs live sources and a caller");
  let calls = 0;
  return makeSourcesGraph(
    {
      sources: live.sources.map((source) => source.describe()),
      settings: live.settings,
      ask: (role, said) => once(execution.task, role, () => askModel(execution, role, said)),
      call: async (tool, args) => {
        const id = `source-${calls++}`;
        return toMessage(await recordedCall({ tool, args, id }, { ...execution, kept: KEPT }));
      },
      answer: answererOf(execution),
      elapsedMs: tools.elapsedMs,
    },
    checkpointer,
  );
}

function answererOf(execution: Execution) {
  const answerer = createAgent({
    model: execution.newModel(),
    tools: [],
    systemPrompt: execution.roles.answerer,
    middleware: [
      makeRecordsShown(),
      ...makeHistoryLimit(execution, { ...ANSWERER, name: "conversation" }),
      makeThreadNote(execution),
      makeCallMeter(execution, ANSWERER),
      makeContractCheck(execution),
    ],
  });
  return async (messages: readonly BaseMessage[]): Promise<BaseMessage[]> => {
    const shown = messages.filter((message) => !ToolMessage.isInstance(message) || message.status !== "error");
    const { recursionLimit } = execution.task.limits;
    const ended = await answerer.invoke({ messages: shown }, { recursionLimit });
    return (ended.messages as BaseMessage[]).slice(shown.length);
  };
}
