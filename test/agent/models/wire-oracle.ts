/**
 * What a recorded answer says, read from its bytes by hand and by no code of the model layer: every text of a kind put
 * together, in order. Knows the recorded exchanges only.
 */
import type { Exchange } from "./wire-exchanges.ts";

export interface Said {
  text: string;
  reasoning: string;
  /** Name and arguments of each call; the arguments as text where they are no JSON object. */
  calls: [string, unknown][];
  usage: { input: number; output: number; cached: number } | null;
}

// biome-ignore lint/suspicious/noExplicitAny: recorded JSON of five protocols
type Json = any;

export function oracle({ api, response }: Exchange): Said {
  const body: Json[] = typeof response.body === "string" ? eventsOf(response.body) : [response.body];
  return READERS[api as keyof typeof READERS](body);
}

function eventsOf(text: string): Json[] {
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith("data: ") && !line.includes("[DONE]"));
  return lines.map((line) => JSON.parse(line.slice(6)));
}

const READERS = {
  "openai-chat": readChat,
  "openai-responses": readResponses,
  "anthropic-messages": readAnthropic,
  "google-generate": readGoogle,
};

function readChat(bodies: Json[]): Said {
  const parts = bodies.map((body) => {
    const choice = body.choices.find((entry: Json) => entry.index === 0);
    return choice?.message ?? choice?.delta ?? {};
  });
  const usage = bodies.findLast((body) => body.usage)?.usage;
  const listed = parts.flatMap((part) => (Array.isArray(part.content) ? part.content : []));
  return {
    text:
      parts.map((part) => (typeof part.content === "string" ? part.content : "")).join("") +
        listed.map((part) => part.text ?? "").join("") || parts.map((part) => part.refusal ?? "").join(""),
    reasoning:
      parts.map((part) => part.reasoning_content ?? part.reasoning ?? "").join("") +
      listed
        .flatMap((part) => part.thinking ?? [])
        .map((part) => part.text)
        .join(""),
    calls: fragments(parts.flatMap((part) => part.tool_calls ?? [])),
    usage: usage && {
      input: usage.prompt_tokens,
      output: usage.completion_tokens,
      cached: usage.prompt_tokens_details?.cached_tokens ?? usage.cached_tokens ?? 0,
    },
  };
}

/** A fragment with a name begins a call. */
function fragments(all: Json[]): [string, unknown][] {
  const calls: { name: string; text: string }[] = [];
  for (const { function: called } of all) {
    if (called.name) calls.push({ name: called.name, text: "" });
    const last = calls.at(-1);
    if (last) last.text += called.arguments ?? "";
  }
  return calls.map(({ name, text }) => [name, parsed(text)]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the text is what was sent.
    return text;
  }
}

function readResponses(bodies: Json[]): Said {
  const response = bodies.at(-1).response ?? bodies.at(-1);
  const parts = response.output.flatMap((item: Json) => item.content ?? []);
  const calls = response.output.filter((item: Json) => item.type === "function_call");
  return {
    text: parts.map((part: Json) => (part.type === "reasoning_text" ? "" : (part.text ?? part.refusal))).join(""),
    reasoning: parts.map((part: Json) => (part.type === "reasoning_text" ? part.text : "")).join(""),
    calls: calls.map((call: Json) => [call.name, JSON.parse(call.arguments)]),
    usage: {
      input: response.usage.input_tokens,
      output: response.usage.output_tokens,
      cached: response.usage.input_tokens_details.cached_tokens,
    },
  };
}

function readAnthropic(bodies: Json[]): Said {
  const blocks = bodies.flatMap((body) => body.content ?? body.content_block ?? body.delta ?? []);
  const started = blocks.filter((block) => block.type === "tool_use");
  const inputs = blocks.map((block) => block.partial_json ?? "").join("");
  const usage = bodies.findLast((body) => body.usage).usage;
  return {
    text: blocks.map((block) => block.text ?? "").join(""),
    reasoning: blocks.map((block) => block.thinking ?? "").join(""),
    // The streamed exchanges have one call each.
    calls: started.map((block) => [block.name, inputs === "" ? block.input : JSON.parse(inputs)]),
    usage: { input: usage.input_tokens, output: usage.output_tokens, cached: usage.cache_read_input_tokens },
  };
}

function readGoogle(bodies: Json[]): Said {
  const parts = bodies.flatMap((body) => body.candidates[0].content.parts ?? []);
  const usage = bodies.at(-1).usageMetadata;
  return {
    text: parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join(""),
    reasoning: parts.map((part) => (part.thought ? part.text : "")).join(""),
    calls: parts.flatMap((part) => (part.functionCall ? [[part.functionCall.name, part.functionCall.args]] : [])),
    usage: {
      input: usage.promptTokenCount,
      output: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
      cached: 0,
    },
  };
}
