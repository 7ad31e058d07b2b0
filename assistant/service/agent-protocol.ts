import { GRAPH_ID } from "../protocol/assistants.ts";

/**
 * The Agent Protocol's words (github.com/langchain-ai/agent-protocol, OpenAPI 0.1.6) beside those of LangGraph's server: an agent
 * is what is an assistant there, and a run may name none and have its messages beside its input.
 */
export function fromAgentProtocol(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const { agent_id, messages, ...given } = body as Record<string, unknown>;
  const input = messages === undefined ? {} : { input: { messages } };
  return { assistant_id: agent_id ?? GRAPH_ID, ...input, ...given };
}

const ROLES: Readonly<Record<string, string>> = { human: "user", ai: "assistant", tool: "tool", system: "system" };

/** Messages with the role that the protocol asks for. */
export function toAgentMessages(values: { messages?: unknown }): unknown[] {
  return ((values.messages ?? []) as { type: string }[]).map((message) => ({
    role: ROLES[message.type] ?? message.type,
    ...message,
  }));
}
