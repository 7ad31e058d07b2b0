import type { Extraction } from "../../../record/domain/records.ts";
import { defineTable } from "./table.ts";

/** What tools returned is in `results`; agents' own texts are seldom longer. */
const LONGEST = 2000;

export const messagesTable = defineTable<{ execution: string; index: number; of: Extraction["messages"][number] }>({
  name: "messages",
  about: "a row a message between user, agents and tools",
  texts: true,
  columns: {
    execution: ["VARCHAR", "", ({ execution }) => execution],
    message: ["INTEGER", "its place in the execution, from 0", ({ index }) => index],
    role: ["VARCHAR", "system, user, assistant or tool", ({ of }) => of.role],
    sub_agent: ["VARCHAR", "whose conversation it is in; null for the agent itself", ({ of }) => of.sub_agent],
    first_call: ["INTEGER", "first tool call that it asks for or answers", ({ of }) => of.tool_call_indexes?.[0]],
    calls: ["INTEGER", "how many of them", ({ of }) => of.tool_call_indexes?.length ?? 0],
    length: ["INTEGER", "characters", ({ of }) => of.text.length],
    text: ["VARCHAR", `its first ${LONGEST} characters`, ({ of }) => of.text.slice(0, LONGEST)],
  },
  rows:
    () =>
    ({ parts, data }) =>
      (parts.extraction?.messages ?? []).map((of, index) => ({ execution: data.row.name, index, of })),
});
