import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { Role } from "../../contract/contract.ts";
import type { Execution } from "../execution.ts";
import { askMetered } from "../middleware/call-meter.ts";

/** One request for a node's own purpose, metered like every other; its answer is no part of the conversation. */
export async function askModel(execution: Execution, role: Role, said: string): Promise<string> {
  const system = execution.roles[role];
  const sent = [new HumanMessage(said)];
  const answer = await askMetered(execution, {
    ...{ agent: { role, subAgent: null }, purpose: "answer", system, sent, before: [] },
    ask: () =>
      execution.newModel().invoke([new SystemMessage(system), ...sent], {
        signal: execution.tools.signal,
        // Observers show the messages of a conversation; this is not one.
        tags: ["nostream"],
      }),
  });
  return AIMessage.isInstance(answer) ? answer.text : "";
}
