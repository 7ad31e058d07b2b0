import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readExchanges } from "../../../agent/models/wire-exchanges.ts";
import type { Protocol } from "./protocols.ts";

/** How a model's server behaves. Bodies of answers stand on recorded ones where there is a recording of it. */
export interface Shape {
  /** Recorded exchange whose members an answer has; absent = plain ones. */
  like?: string;
  /** Absent = chat completions. */
  protocol?: Protocol;
  model: string;
  window: number;
  /** What is done with a prompt that is longer. */
  overflow: (tokens: number, window: number) => { status: number; body: unknown } | "cut";
  tools: "calls" | "one_call" | "text" | { status: number; body: unknown };
  usage: "none" | "plain" | "cached";
  hasSeeds: boolean;
  isDeterministic: boolean;
  streams: boolean;
  finish: "length" | "stop";
  /** Requests that are answered at a time, the others after them, each in so many milliseconds. */
  slots?: { at_once: number; ms: number };
  /** Bodies of GETs by path. */
  says: Record<string, unknown>;
}

export interface Body {
  messages: { role: string; content?: string | null; tool_calls?: unknown[] }[];
  tools?: { function: { name: string } }[];
  tool_choice?: unknown;
  response_format?: unknown;
  seed?: number;
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  stream?: boolean;
}

export interface ShapeServer {
  url: string;
  /** What came: `POST /v1/chat/completions`. */
  requests: string[];
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, body: string, response: ServerResponse) => void | Promise<void>;

export async function startServer(handle: Handler): Promise<ShapeServer> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push(`${request.method} ${request.url}`);
    await handle(request, Buffer.concat(chunks).toString("utf8"), response);
  });
  server.keepAliveTimeout = 0;
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

export function startShape(shape: Shape): Promise<ShapeServer> {
  const seen = new Set<string>();
  const template = shape.like === undefined ? {} : recorded(shape.like);
  let turn: Promise<unknown> = Promise.resolve();
  let count = 0;
  return startServer(async (request, text, response) => {
    if (request.method === "GET") {
      const said = shape.says[request.url ?? ""];
      return send(response, said === undefined ? 404 : 200, said ?? { error: "not found" });
    }
    if (shape.slots?.at_once === 1) {
      const { ms } = shape.slots;
      turn = turn.then(() => new Promise((resolve) => setTimeout(resolve, ms)));
      await turn;
    }
    const { protocol, model } = shape;
    const sent = JSON.parse(text) as Body & Record<string, unknown>;
    const body = protocol?.read(request.url ?? "", sent) ?? sent;
    const made = answer(body, { shape, count: count++, wasSeen: seen.has(text) });
    seen.add(text);
    if ("status" in made) return send(response, made.status, made.body);
    if (body.stream && shape.streams) return stream(response, protocol?.events(made, model) ?? chunksOf(made));
    if (protocol) return send(response, 200, protocol.write(made, model));
    const { message, finish_reason, usage } = made;
    send(response, 200, { ...template, choices: [{ index: 0, message, finish_reason }], usage });
  });
}

export interface Made {
  message: { role: "assistant"; content: string | null; tool_calls?: object[] };
  finish_reason: string;
  usage: object | undefined;
}

function answer(
  body: Body,
  { shape, count, wasSeen }: { shape: Shape; count: number; wasSeen: boolean },
): Made | { status: number; body: unknown } {
  const all = body.messages.map(({ content }) => content ?? "").join("\n");
  const prompt = all.split(/\s+/).length;
  const isLong = prompt > shape.window;
  const refused = isLong ? shape.overflow(prompt, shape.window) : "cut";
  if (refused !== "cut") return refused;
  const { text, calls } = said(body, shape, count);
  if (calls === "refused") return shape.tools as { status: number; body: unknown };
  const limit = body.max_completion_tokens ?? body.max_tokens ?? Number.POSITIVE_INFINITY;
  const words = text.split(" ");
  const isCut = words.length > limit;
  const input = Math.min(prompt, shape.window);
  const usage = {
    prompt_tokens: input,
    completion_tokens: Math.min(words.length, limit),
    total_tokens: input + words.length,
  };
  const details = { prompt_tokens_details: { cached_tokens: wasSeen ? input - 1 : 0 } };
  return {
    message: {
      role: "assistant",
      content: isLong ? "what code?" : words.slice(0, Math.min(words.length, limit)).join(" "),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
    finish_reason: isCut ? shape.finish : calls.length > 0 ? "tool_calls" : "stop",
    usage: shape.usage === "none" ? undefined : { ...usage, ...(shape.usage === "cached" && details) },
  };
}

/** What an obedient model says to the questions of the probes. */
function said(body: Body, shape: Shape, count: number): { text: string; calls: object[] | "refused" } {
  const last = body.messages.at(-1);
  const asked = last?.content ?? "";
  if (body.tools && typeof shape.tools === "object") return { text: "", calls: "refused" };
  if (last?.role === "tool") return { text: "It is TC-7316.", calls: [] };
  if (body.tools) {
    const name = body.tools[0]!.function.name;
    const args = name === "give_verdict" ? { score: 5, reason: "right" } : { query: "handover failure" };
    if (shape.tools === "text") return { text: `<tool_call>{"name":"${name}"}</tool_call>`, calls: [] };
    const number = /two calls/.test(asked) && shape.tools === "calls" ? 2 : 1;
    const call = (at: number) => ({
      id: `call_${at}`,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    });
    return { text: "", calls: Array.from({ length: number }, (_, at) => call(at)) };
  }
  if (body.response_format) return { text: '{"city":"Graz","inhabitants":300000}', calls: [] };
  const code = /The code is (\d+)/.exec(asked)?.[1];
  const upTo = Number(/Count from 1 to (\d+)/.exec(asked)?.[1] ?? 0);
  if (code) return { text: code, calls: [] };
  if (upTo > 0) return { text: Array.from({ length: upTo }, (_, at) => at + 1).join(" "), calls: [] };
  if (/novel/.test(asked)) return { text: `It was night ${shape.hasSeeds ? body.seed : count}.`, calls: [] };
  if (/bridges/.test(asked)) return { text: `They rust.${shape.isDeterministic ? "" : ` ${count}`}`, calls: [] };
  return { text: "ready", calls: [] };
}

function chunksOf({ message, finish_reason, usage }: Made): { data: object | string }[] {
  const chunk = (value: object) => ({ data: { object: "chat.completion.chunk", ...value } });
  return [
    chunk({ choices: [{ index: 0, delta: message, finish_reason: null }] }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason }] }),
    ...(usage ? [chunk({ choices: [], usage })] : []),
    { data: "[DONE]" },
  ];
}

function stream(response: ServerResponse, events: readonly { event?: string; data: object | string }[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const { event, data } of events) {
    if (event !== undefined) response.write(`event: ${event}\n`);
    response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function recorded(name: string): object {
  const { response } = readExchanges().find((exchange) => exchange.name.replace(/\.json$/, "") === name)!;
  return response.body as object;
}
