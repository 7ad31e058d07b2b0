import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { bodyOf, type Dialect } from "./bodies.ts";
import { eventsOf } from "./streams.ts";

/** An answer of a model. */
export type Answer =
  | { type: "text"; text: string; usage?: { input: number; output: number } | null; cutOff?: true }
  | { type: "refusal"; text: string }
  | { type: "calls"; calls: readonly { id?: string; name: string; args: unknown }[]; text?: string; cutOff?: true };

/** What the provider does with one request. */
export type Reply =
  | Answer
  | { type: "status"; status: number; headers?: Record<string, string>; body?: unknown }
  | { type: "raw"; body: unknown }
  /** Breaks the connection in the middle of an answer. */
  | { type: "cut"; answer: Answer }
  /** Sends nothing, ever; or signs of life, and never an answer. */
  | { type: "hang"; drips?: true };

export interface ProviderRequest {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** Decides the reply from the request and from how many came before it. */
export type Script = (request: ProviderRequest, count: number) => Reply | Promise<Reply>;

export interface LoopbackProvider {
  /** Base URL of the OpenAI-compatible endpoint; the Anthropic one is the same without `/v1`. */
  url: string;
  requests: ProviderRequest[];
  /** Connections that the client closed while they still waited for an answer, with the time of `Date.now()`. */
  aborts: { at: number; request: ProviderRequest }[];
  close(): Promise<void>;
}

/** A provider on 127.0.0.1 for tests: `POST /v1/chat/completions` and `POST /v1/messages`, streamed or not, by script. */
export async function startProvider(script: Script | readonly Reply[]): Promise<LoopbackProvider> {
  const requests: ProviderRequest[] = [];
  const aborts: LoopbackProvider["aborts"] = [];
  const next: Script =
    typeof script === "function" ? script : (_request, count) => script[Math.min(count, script.length - 1)] as Reply;
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    response.on("close", () => {
      if (!response.writableFinished) aborts.push({ at: Date.now(), request });
    });
    requests.push(request);
    send(response, await next(request, requests.length - 1), request);
  });
  // A server that closes idle connections after 5 s races with clients on a busy machine.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    aborts,
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

function send(response: ServerResponse, reply: Reply, request: ProviderRequest): void {
  if (reply.type === "hang") {
    if (reply.drips) drip(response);
    return;
  }
  if (reply.type === "raw") sendJson(response, reply.body);
  else if (reply.type === "status") {
    const body = reply.body ?? { error: { message: `scripted ${reply.status}`, type: "scripted" } };
    sendJson(response, body, reply);
  } else sendAnswer(response, reply, request);
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const beat = setInterval(() => response.write("\n"), 20);
  response.on("close", () => clearInterval(beat));
}

function sendAnswer(
  response: ServerResponse,
  reply: Answer | Extract<Reply, { type: "cut" }>,
  request: ProviderRequest,
): void {
  const dialect = request.path.startsWith("/v1/messages") ? "anthropic" : "openai";
  const answer = reply.type === "cut" ? reply.answer : reply;
  const parts = request.body.stream === true ? eventsOf(answer, dialect) : split(answer, dialect);
  const type = request.body.stream === true ? "text/event-stream" : "application/json";
  response.writeHead(200, { "content-type": type });
  // The first half has to be on its way before the connection goes.
  if (reply.type !== "cut") response.end(parts.join(""));
  else response.write(parts.slice(0, Math.ceil(parts.length / 2)).join(""), () => response.destroy());
}

function split(answer: Answer, dialect: Dialect): [string, string] {
  const text = JSON.stringify(bodyOf(answer, dialect));
  return [text.slice(0, text.length / 2), text.slice(text.length / 2)];
}

function sendJson(
  response: ServerResponse,
  body: unknown,
  { status = 200, headers }: { status?: number; headers?: Record<string, string> } = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
