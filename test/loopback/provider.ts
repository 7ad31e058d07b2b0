import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the provider does with one request. */
export type Reply =
  | { type: "text"; text: string; usage?: { input: number; output: number } | null }
  | { type: "calls"; calls: readonly { id?: string; name: string; args: unknown }[]; text?: string }
  | { type: "status"; status: number; headers?: Record<string, string>; body?: unknown }
  | { type: "raw"; body: unknown }
  /** Sends nothing, ever. */
  | { type: "hang" };

export interface ProviderRequest {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** Decides the reply from the request and from how many came before it. */
export type Script = (request: ProviderRequest, count: number) => Reply;

export interface LoopbackProvider {
  /** Base URL of the OpenAI-compatible endpoint; the Anthropic one is the same without `/v1`. */
  url: string;
  requests: ProviderRequest[];
  close(): Promise<void>;
}

/** A provider on 127.0.0.1 for tests: `POST /v1/chat/completions` and `POST /v1/messages`, by script. */
export async function startProvider(script: Script | readonly Reply[]): Promise<LoopbackProvider> {
  const requests: ProviderRequest[] = [];
  const next: Script =
    typeof script === "function" ? script : (_request, count) => script[Math.min(count, script.length - 1)] as Reply;
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((request) => {
      requests.push(request);
      send(response, next(request, requests.length - 1), request.path.endsWith("/messages") ? "anthropic" : "openai");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ProviderRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return { path: incoming.url ?? "", headers: incoming.headers, body: text === "" ? {} : JSON.parse(text) };
}

function send(response: ServerResponse, reply: Reply, dialect: "openai" | "anthropic"): void {
  if (reply.type === "hang") return;
  const status = reply.type === "status" ? reply.status : 200;
  const headers = reply.type === "status" ? reply.headers : undefined;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(bodyOf(reply, dialect)));
}

function bodyOf(reply: Exclude<Reply, { type: "hang" }>, dialect: "openai" | "anthropic"): unknown {
  if (reply.type === "status")
    return reply.body ?? { error: { message: `scripted ${reply.status}`, type: "scripted" } };
  if (reply.type === "raw") return reply.body;
  return dialect === "openai" ? openAiBody(reply) : anthropicBody(reply);
}

type Answer = Extract<Reply, { type: "text" | "calls" }>;

/** Arguments that are a string are sent as they are, so that a script can break them. */
function openAiBody(reply: Answer): unknown {
  const calls = reply.type === "calls" ? reply.calls : [];
  const usage = reply.type === "text" && reply.usage !== undefined ? reply.usage : { input: 100, output: 10 };
  return {
    id: "chatcmpl-loopback",
    object: "chat.completion",
    created: 0,
    model: "loopback-served-1",
    choices: [
      {
        index: 0,
        finish_reason: calls.length > 0 ? "tool_calls" : "stop",
        message: {
          role: "assistant",
          content: reply.text ?? null,
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
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 10 },
  };
}
