import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hashOf } from "../../base/hash.ts";
import { isObject, objectsOf, parseObject, textOf } from "../../base/json-object.ts";

/** One exchange, without the request's text: prompts change, and what a real model answered stays worth replaying. */
export interface LocalExchange {
  /** `GET /props`, `POST /chat/completions`. */
  request: string;
  /** Names of the tools that were sent, in order; a demanded one with `!`. */
  tools: readonly string[];
  /** Of the last message. */
  asked: string;
  status: number;
  type: string;
  body: string;
}

interface Server {
  url: string;
  close(): Promise<void>;
}

/** Hands every request on to a model, and keeps what it answered until it is taken. */
export async function startRecorder(address: string): Promise<Server & { take(): LocalExchange[] }> {
  let kept: LocalExchange[] = [];
  const server = await start(async (request, text, response) => {
    const { status, type, body } = await handOn(`${root(address)}${request.url}`, { request, text, response });
    // Signs of life are no part of an answer.
    kept.push({ ...keyOf(request, text), status, type, body: body.replace(/^:.*\n\n/gm, "") });
  });
  return {
    ...server,
    take() {
      const taken = kept;
      kept = [];
      return taken;
    },
  };
}

/**
 * Answers as was recorded: the first answer not given yet to the same question, else to one with the same tools, else any.
 * So a prompt that reads otherwise today gets the answers that the model gave then.
 */
export async function startReplayer(
  exchanges: readonly LocalExchange[],
): Promise<Server & { left(): number; misses(): number }> {
  const left = [...exchanges];
  let misses = 0;
  const server = await start((request, text, response) => {
    const key = keyOf(request, text);
    const sameTools = (each: LocalExchange) => each.request === key.request && String(each.tools) === String(key.tools);
    const at = [
      left.findIndex((each) => sameTools(each) && each.asked === key.asked),
      left.findIndex(sameTools),
      left.findIndex((each) => each.request === key.request),
    ].find((index) => index !== -1);
    if (at === undefined) {
      misses++;
      const error = { error: { message: `nothing more was recorded of ${key.request}`, type: "not_recorded" } };
      return send(response, { status: 404, type: "application/json", body: JSON.stringify(error) });
    }
    const [answer] = left.splice(at, 1);
    send(response, answer!);
  });
  return { ...server, left: () => left.length, misses: () => misses };
}

function keyOf({ method, url }: IncomingMessage, text: string): Pick<LocalExchange, "request" | "tools" | "asked"> {
  const body = parseObject(text) ?? {};
  const names = objectsOf(body.tools).map((tool) => (isObject(tool.function) ? textOf(tool.function.name) : ""));
  const demanded = isObject(body.tool_choice) ? "!" : "";
  const last = objectsOf(body.messages).at(-1);
  return {
    request: `${method} ${url}`,
    tools: names.map((name) => name + demanded),
    asked: hashOf(last?.content ?? null).slice(0, 12),
  };
}

/** Without a time limit: a small machine may take many minutes for a prompt, and `fetch` gives up after five. */
function handOn(
  url: string,
  { request, text, response }: { request: IncomingMessage; text: string; response: ServerResponse },
): Promise<Pick<LocalExchange, "status" | "type" | "body">> {
  return new Promise((resolve, reject) => {
    const sent = ask(url, { method: request.method }, async (answer) => {
      const { statusCode: status = 502, headers } = answer;
      const type = headers["content-type"] ?? "";
      response.writeHead(status, { "content-type": type });
      const pieces: Buffer[] = [];
      for await (const piece of answer) {
        pieces.push(piece as Buffer);
        response.write(piece);
      }
      response.end();
      resolve({ status, type, body: Buffer.concat(pieces).toString("utf8") });
    });
    sent.on("error", reject);
    response.on("close", () => sent.destroy());
    sent.end(text);
  });
}

function root(address: string): string {
  return address.replace(/\/v1\/?$/, "");
}

type Handle = (request: IncomingMessage, text: string, response: ServerResponse) => void | Promise<void>;

async function start(handle: Handle): Promise<Server> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    // A client that goes before the answer leaves nothing to keep.
    await Promise.resolve(handle(request, Buffer.concat(pieces).toString("utf8"), response)).catch(() =>
      response.destroy(),
    );
  });
  server.requestTimeout = 0;
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function send(response: ServerResponse, { status, type, body }: Pick<LocalExchange, "status" | "type" | "body">): void {
  if (response.destroyed) return;
  response.writeHead(status, { "content-type": type });
  response.end(body);
}
