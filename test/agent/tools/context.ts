import { afterAll, beforeAll } from "vitest";
import { TOOL_FAMILIES } from "../../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { openFiles } from "../../../agent/filesystem/open-files.ts";
import type { StateStore } from "../../../agent/filesystem/state.ts";
import { callTool } from "../../../agent/tools/registry.ts";
import { CallLog, type CallRecord } from "../../../agent/turns/call-log.ts";
import type { ToolContext } from "../../../agent/turns/tool-context.ts";
import { startStopwatch } from "../../../base/stopwatch.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";

/** What a call came to, with its result file read back. */
interface Called {
  record: CallRecord;
  /** What the model saw, parsed. */
  seen: Record<string, unknown> & {
    rows: Record<string, unknown>[];
    error?: { code: string; message: string; hint?: string };
  };
  /** The result file, parsed; null when there is none. */
  stored: (Record<string, unknown> & { rows: Record<string, unknown>[] }) | null;
}

export interface ToolBench {
  substrate(): Substrate;
  /** A fresh thread. */
  context(overrides?: Partial<ToolContext>): ToolContext;
  call(name: string, args: unknown, context?: ToolContext): Promise<Called>;
}

/** The small substrate and an in-memory state store, opened once for a test file. */
export function useTools(): ToolBench {
  let substrate: Substrate;
  let store: StateStore;
  let threads = 0;
  beforeAll(async () => {
    [substrate, store] = await Promise.all([readSmallSubstrate(), openFiles({ journal: null })]);
  });
  afterAll(async () => {
    await store.close();
    await substrate.close();
  });
  const context: ToolBench["context"] = (overrides = {}) => {
    const files =
      overrides.files ?? new AgentFiles(store.files, { assistantId: "assistant", threadId: `thread-${threads++}` });
    return {
      substrate,
      files,
      calls: new CallLog(files),
      limits: STUDY_LIMITS,
      families: TOOL_FAMILIES,
      subAgent: () => null,
      turn: () => 0,
      elapsedMs: startStopwatch(),
      signal: new AbortController().signal,
      ...overrides,
    };
  };
  const call: ToolBench["call"] = async (name, args, given = context()) => {
    const record = await callTool(name, args, given);
    const text = record.resultPath === undefined ? null : await given.files.readText(record.resultPath);
    return { record, seen: JSON.parse(record.preview), stored: text === null ? null : JSON.parse(text) };
  };
  return { substrate: () => substrate, context, call };
}
