import type { Answer } from "./provider.ts";

export type Dialect = "openai" | "anthropic";

/** The body of an answer that is not streamed. Arguments that are a string are sent as they are, so that a script can break them. */
export function bodyOf(reply: Answer, dialect: Dialect): unknown {
  return dialect === "openai" ? openAiBody(reply) : anthropicBody(reply);
}

function openAiBody(reply: Answer): unknown {
  const calls = reply.type === "calls" ? reply.calls : [];
  const usage = usageOf(reply);
  return {
    id: "chatcmpl-loopback",
    object: "chat.completion",
    created: 0,
    model: "loopback-served-1",
    system_fingerprint: "fp_loopback",
    choices: [
      {
        index: 0,
        finish_reason: isCutOff(reply) ? "length" : calls.length > 0 ? "tool_calls" : "stop",
        message: {
          role: "assistant",
          content: reply.type === "refusal" ? null : (reply.text ?? null),
          ...(reply.type === "refusal" && { refusal: reply.text }),
          ...(calls.length > 0 && {
            tool_calls: calls.map((call, index) => ({
              index,
              id: call.id ?? `call_${index}`,
              type: "function",
              function: {
                name: call.name,
                arguments: typeof call.args === "string" ? call.args : JSON.stringify(call.args),
              },
            })),
          }),
        },
      },
    ],
    ...(usage && {
      usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output },
    }),
  };
}

function anthropicBody(reply: Answer): unknown {
  const calls = reply.type === "calls" ? reply.calls : [];
  const text = reply.text ? [{ type: "text", text: reply.text }] : [];
  const usage = usageOf(reply);
  const stopReason = isCutOff(reply)
    ? "max_tokens"
    : reply.type === "refusal"
      ? "refusal"
      : calls.length > 0
        ? "tool_use"
        : "end_turn";
  return {
    id: "msg_loopback",
    type: "message",
    role: "assistant",
    model: "loopback-served-1",
    content: [
      ...text,
      ...calls.map((call, index) => ({
        type: "tool_use",
        id: call.id ?? `toolu_${index}`,
        name: call.name,
        input: call.args,
      })),
    ],
    stop_reason: stopReason,
    stop_sequence: null,
    ...(usage && { usage: { input_tokens: usage.input, output_tokens: usage.output } }),
  };
}

/** At the model's output limit. */
function isCutOff(reply: Answer): boolean {
  return reply.type !== "refusal" && reply.cutOff === true;
}

function usageOf(reply: Answer): { input: number; output: number } | null {
  return reply.type === "text" && reply.usage !== undefined ? reply.usage : { input: 100, output: 10 };
}
