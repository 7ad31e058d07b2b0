import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";
import { ToolFailure } from "../../tools/tool-failure.ts";
import { isUserMessage } from "../../turns/contract-note.ts";
import type { ToolContext } from "../../turns/tool-context.ts";
import { refuseCall } from "./call-recorder.ts";

/**
 * After so many rounds of tools in a turn no further call is made: calls of one more round are answered by a refusal, and the
 * model is asked again without any tool, so that it answers with what it has. The cap of the published fault-history agent.
 */
export function makeRoundCap(context: ToolContext) {
  const { maxToolRounds } = context.limits;
  const isOver = (messages: readonly BaseMessage[]) => roundsOf(messages) > maxToolRounds;
  return createMiddleware({
    name: "roundCap",
    wrapToolCall: async (request, handler) => {
      if (!isOver(request.state.messages)) return handler(request);
      const why = `All ${maxToolRounds} rounds of tools of this turn are used.`;
      return refuseCall(
        request.toolCall,
        new ToolFailure("call_limit", why, "Answer now with what you have."),
        context,
      );
    },
    wrapModelCall: async (request, handler) => {
      if (!isOver(request.state.messages)) return handler(request);
      const answer = await handler({ ...request, tools: [] });
      return AIMessage.isInstance(answer) ? withoutCalls(answer) : answer;
    },
  });
}

/** Requests for tools since the user spoke. */
function roundsOf(messages: readonly BaseMessage[]): number {
  const turn = messages.slice(messages.findLastIndex(isUserMessage) + 1);
  return turn.filter((message) => AIMessage.isInstance(message) && (message.tool_calls ?? []).length > 0).length;
}

/** Some models call tools that they were not given. */
function withoutCalls(answer: AIMessage): AIMessage {
  if ((answer.tool_calls ?? []).length === 0) return answer;
  const { id, name, text, response_metadata, usage_metadata } = answer;
  return new AIMessage({ id, name, content: text, response_metadata, usage_metadata });
}
