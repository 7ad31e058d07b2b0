import { createAgent } from "langchain";
import type { Execution } from "../execution.ts";
import { makeCallMeter } from "../middleware/call-meter.ts";
import { makeContractCheck } from "../middleware/contract-check.ts";
import { makeHistoryLimit } from "../middleware/history-limit.ts";
import { systemPrompt } from "../prompts.ts";
import { makeRecordsShown, makeRetriever, type Retrieve } from "./retriever.ts";

const WRITER = { role: "writer", subAgent: null } as const;

/**
 * Retrieve, then generate: for each question records are retrieved by one fixed way, then one request has the model write
 * the answer from them, by the same contract as every other workflow. It has no tools, so there are no skills to load.
 */
export function makeRagAgent(execution: Execution, retrieve: Retrieve) {
  return createAgent({
    model: execution.newModel(),
    tools: [],
    systemPrompt: systemPrompt("writer", execution).text,
    checkpointer: execution.checkpointer,
    middleware: [makeRetriever(execution, retrieve), ...writerMiddleware(execution)],
  });
}

/** What stands around who answers from what was retrieved. */
export function writerMiddleware(execution: Execution) {
  return [
    makeRecordsShown(),
    makeHistoryLimit(execution, { ...WRITER, name: "conversation" }),
    makeCallMeter(execution, WRITER),
    makeContractCheck(execution),
  ] as const;
}
