import type { Extraction } from "../../../record/domain/records.ts";
import { resultHash } from "./results.ts";
import { defineTable } from "./table.ts";

export const callsTable = defineTable<{ execution: string; call: Extraction["tool_calls"][number] }>({
  name: "calls",
  about: "a row a tool call",
  columns: {
    execution: ["VARCHAR", "", ({ execution }) => execution],
    call: ["INTEGER", "its place in the execution, from 0", ({ call }) => call.index],
    turn: ["INTEGER", "the user's message that it answers, from 0", ({ call }) => call.turn],
    tool: ["VARCHAR", "", ({ call }) => call.tool],
    family: ["VARCHAR", "kind of the tool", ({ call }) => call.family],
    arguments: ["VARCHAR", "as JSON; regexp_extract reads one", ({ call }) => JSON.stringify(call.arguments ?? null)],
    status: ["VARCHAR", "success or error", ({ call }) => call.status],
    error: ["VARCHAR", "code of the error", ({ call }) => call.error?.code],
    message: ["VARCHAR", "of the error", ({ call }) => call.error?.message],
    rows: ["INTEGER", "rows of the result, where it has rows", ({ call }) => call.rows],
    truncated: ["BOOLEAN", "the model saw a part of the result", ({ call }) => call.truncated],
    sub_agent: ["VARCHAR", "that made it; null for the agent itself", ({ call }) => call.sub_agent],
    seconds: ["DOUBLE", "", ({ call }) => call.duration_ms / 1000],
    result: ["VARCHAR", "see results", ({ call }) => resultHash(call)],
  },
  rows:
    () =>
    ({ parts, data }) =>
      (parts.extraction?.tool_calls ?? []).map((call) => ({ execution: data.row.name, call })),
});
