import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";
import { isUserMessage } from "../contract-note.ts";

/** The planner may dispatch so often in a turn; after that it can hand nothing out and must synthesise. */
export function makePlanningRounds(limit: number) {
  return createMiddleware({
    name: "planningRounds",
    wrapModelCall: (request, handler) =>
      handler(
        roundsOf(request.messages) >= limit
          ? { ...request, tools: request.tools.filter((tool) => tool.name !== DELEGATION) }
          : request,
      ),
  });
}

/** deepagents' name of the tool that hands out a sub-task. */
const DELEGATION = "task";

/** Messages of the current turn that dispatched at least one sub-task. */
function roundsOf(messages: readonly BaseMessage[]): number {
  const turn = messages.slice(messages.findLastIndex(isUserMessage));
  return turn.filter(
    (message) => AIMessage.isInstance(message) && message.tool_calls?.some(({ name }) => name === DELEGATION),
  ).length;
}
