import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ChatRequest {
  path: string;
  body: {
    model: string;
    messages: { role: string; content: unknown }[];
    tools?: { function?: { name: string; parameters: unknown }; name?: string }[];
    tool_choice?: unknown;
    seed?: number;
  };
}

/** What the server does with one request. */
export type Reply =
  | { type: "form"; form: unknown; usage?: false; cached?: number }
  | { type: "raw-form"; arguments: string; finish?: string }
  | { type: "text"; text: string; finish?: string }
  | { type: "refusal"; text: string }
  | { type: "status"; status: number; message?: string; retryAfterMs?: number }
  | { type: "raw"; body: string }
  | { type: "hang" }
  | { type: "hang-up" };

export interface ChatServer extends AsyncDisposable {
  baseUrl: string;
  requests: ChatRequest[];
}

/** A server on loopback that speaks OpenAI's chat completions and Anthropic's messages, and replies as told. */
export async function startChatServer(reply: (request: ChatRequest, index: number) => Reply): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = { path: incoming.url ?? "", body: await readBody(incoming) };
    requests.push(request);
    send(response, request, reply(request, requests.length - 1));
  });
  // A server that closes idle connections after 5 s races with clients on a busy machine.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<ChatRequest["body"]> {
  let text = "";
  for await (const chunk of incoming) text += chunk;
  return JSON.parse(text) as ChatRequest["body"];
}

function send(response: ServerResponse, request: ChatRequest, reply: Reply): void {
  if (reply.type === "hang") return;
  if (reply.type === "hang-up") {
    response.destroy();
    return;
  }
  response.setHeader("content-type", "application/json");
  if (reply.type === "raw") {
    response.end(reply.body);
    return;
  }
  if (reply.type === "status") {
    response.statusCode = reply.status;
    if (reply.retryAfterMs !== undefined) response.setHeader("retry-after-ms", String(reply.retryAfterMs));
    response.end(JSON.stringify({ error: { message: reply.message ?? "told to", type: "test" } }));
    return;
  }
  response.end(JSON.stringify(request.path.endsWith("/messages") ? anthropic(request, reply) : openai(request, reply)));
}

type Content = Exclude<Reply, { type: "status" | "raw" | "hang" | "hang-up" }>;

function openai({ body }: ChatRequest, reply: Content): unknown {
  const name = body.tools?.[0]?.function?.name ?? "none";
  const call = (args: string) => [{ id: "call-1", type: "function", function: { name, arguments: args } }];
  const message =
    reply.type === "form"
      ? { content: null, tool_calls: call(JSON.stringify(reply.form)) }
      : reply.type === "raw-form"
        ? { content: null, tool_calls: call(reply.arguments) }
        : reply.type === "refusal"
          ? { content: null, refusal: reply.text }
          : { content: reply.text };
  const finish = "finish" in reply ? reply.finish : undefined;
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model: `${body.model}-served`,
    choices: [{ index: 0, finish_reason: finish ?? "stop", message: { role: "assistant", ...message } }],
    ...(!("usage" in reply) && {
      usage: {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        ...("cached" in reply && { prompt_tokens_details: { cached_tokens: reply.cached } }),
      },
    }),
  };
}

function anthropic({ body }: ChatRequest, reply: Content): unknown {
  const name = body.tools?.[0]?.name ?? "none";
  const content =
    reply.type === "form"
      ? [{ type: "tool_use", id: "toolu_1", name, input: reply.form }]
      : [{ type: "text", text: reply.type === "raw-form" ? reply.arguments : reply.text }];
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: `${body.model}-served`,
    content,
    stop_reason: reply.type === "refusal" ? "refusal" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}
