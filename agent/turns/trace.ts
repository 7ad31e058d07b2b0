import type { BaseMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { AgentTrace, NodeStep, ToolCallRecord } from "../contract/contract.ts";
import type { AgentFiles } from "../filesystem/agent-files.ts";
import { isWithin } from "../filesystem/paths.ts";
import type { StoredFile } from "../filesystem/rows.ts";
import { estimateTokens } from "../models/tokens.ts";
import { CALLS_FOLDER, type CallRecord, parseRecords, RESULTS_FOLDER, TURNS_FOLDER } from "./call-log.ts";
import { readLastTurn } from "./stored-turn.ts";
import { type MessageTrace, traceMessages } from "./trace-messages.ts";
import type { Transcript } from "./transcript.ts";

/**
 * An execution's trace: from the checkpoints, or from the virtual filesystem where they are missing. By either route the
 * full results come from their files, and so do calls that a turn which was cut off did not checkpoint.
 */
export async function readTrace(options: {
  threadId: string;
  /** Null for a system that keeps none. */
  checkpointer: BaseCheckpointSaver | null;
  files: AgentFiles;
}): Promise<AgentTrace> {
  const { checkpointer } = options;
  const checkpointed = checkpointer && (await readMessages(checkpointer, options.threadId));
  const files = await options.files.readFolder("/");
  const within = (folder: string) => files.filter(({ path }) => isWithin(path, folder));
  const records = mergeRecords(checkpointed?.records ?? [], parseRecords(within(CALLS_FOLDER)));
  const stored = readLastTurn(within(TURNS_FOLDER), records);
  const base = checkpointed ?? stored ?? traceMessages([]);
  return {
    source: checkpointed ? "checkpoints" : "agentfs",
    messages: base.messages,
    toolCalls: withResults(records, within(RESULTS_FOLDER)),
    // The stored totals also count requests of executors that did not come back.
    usage: stored ? stored.usage : base.usage,
    modelCalls: stored ? stored.modelCalls : base.modelCalls,
    servedModels: base.servedModels,
    fingerprints: base.fingerprints,
    finishes: base.finishes,
    extras: base.extras,
    skillsLoaded: records.flatMap(skillLoadedBy),
    ...(stored?.roles && { roles: stored.roles }),
    ...(stored?.requests && { requests: stored.requests, prompts: stored.prompts }),
    ...(base.steps && { steps: base.steps }),
    planIterations: base.planIterations,
    answers: base.answers,
    ...(base.guarded && { guarded: base.guarded }),
    contract: base.contract,
    documents: documentsIn(files),
    ...(stored?.recommendation && { recommendation: stored.recommendation }),
  };
}

/** What the last checkpoint of a thread tells; null when there is none. */
export async function readMessages(checkpointer: BaseCheckpointSaver, threadId: string): Promise<MessageTrace | null> {
  const tuple = await checkpointer.getTuple({ configurable: { thread_id: threadId, checkpoint_ns: "" } });
  const values = tuple?.checkpoint.channel_values as
    | { messages?: BaseMessage[]; transcripts?: Transcript[]; steps?: NodeStep[] }
    | undefined;
  return values?.messages?.length ? traceMessages(values.messages, values) : null;
}

/** Checkpoints first; what only the filesystem has is added. */
function mergeRecords(first: readonly CallRecord[], second: readonly CallRecord[]): CallRecord[] {
  const byIndex = new Map([...second, ...first].map((record) => [record.index, record]));
  return [...byIndex.values()].sort((a, b) => a.index - b.index);
}

function withResults(records: readonly CallRecord[], files: readonly StoredFile[]): ToolCallRecord[] {
  const results = new Map(files.map((file) => [file.path, file.content]));
  return records.map((record) => {
    const result = record.resultPath === undefined ? undefined : results.get(record.resultPath);
    return typeof result === "string" ? { ...record, result } : record;
  });
}

function skillLoadedBy(record: CallRecord): AgentTrace["skillsLoaded"][number][] {
  if (record.family !== "skill" || record.tool !== "read_file" || record.status !== "success") return [];
  const path = String((record.arguments as { file_path?: unknown } | null)?.file_path ?? "");
  const skill = /^\/skills\/([^/]+)\//.exec(path)?.[1];
  return skill === undefined ? [] : [{ skill, atToolCall: record.index, tokens: estimateTokens(record.preview) }];
}

/** Not documents: what the machinery keeps for itself. deepagents moves older turns to the last one. */
const INTERNAL_FOLDERS = [CALLS_FOLDER, RESULTS_FOLDER, TURNS_FOLDER, "/conversation_history"];

/** What the agent wrote for the reader. */
function documentsIn(files: readonly StoredFile[]): AgentTrace["documents"] {
  return files.flatMap(({ path, content }) =>
    typeof content !== "string" || INTERNAL_FOLDERS.some((folder) => isWithin(path, folder)) ? [] : [{ path, content }],
  );
}
