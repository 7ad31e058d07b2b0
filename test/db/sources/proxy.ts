import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer of the server, or one in its place. */
export interface ProxiedAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What becomes of an answer. `number` counts requests to this path from 1; `cut` breaks the connection off. */
export type Fault = (request: { path: string; number: number }, answer: ProxiedAnswer) => ProxiedAnswer | "cut";

export interface TestProxy {
  url: string;
  /** Requests since the last fault was set, with what they carried. */
  seen: { path: string; authorization: string | undefined }[];
  /** @param rewrite what is asked of the server instead */
  set(fault: Fault, rewrite?: (path: string) => string): void;
  close(): Promise<void>;
}

/** A server before another, which passes everything on but for the fault of the moment. */
export async function startProxy(target: string): Promise<TestProxy> {
  let fault: Fault = (_, answer) => answer;
  let rewrite = (path: string): string => path;
  const seen: TestProxy["seen"] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? "";
      seen.push({ path, authorization: request.headers.authorization });
      const place = path.split("?")[0];
      const number = seen.filter((one) => one.path.split("?")[0] === place).length;
      const altered = fault({ path, number }, await forward(`${target}${rewrite(path)}`, request));
      if (altered === "cut") return void request.socket.destroy();
      response.writeHead(altered.status, altered.headers).end(altered.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    set(next, rewritten = (path) => path) {
      fault = next;
      rewrite = rewritten;
      seen.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(url: string, request: IncomingMessage): Promise<ProxiedAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { authorization, "content-type": type } = request.headers;
  const answer = await fetch(url, {
    method: request.method ?? "GET",
    headers: { ...(authorization ? { authorization } : {}), ...(type ? { "content-type": type } : {}) },
    ...(request.method === "POST" ? { body: Buffer.concat(chunks) } : {}),
  });
  const kept = [...answer.headers].filter(([name]) => name.startsWith("x-") || name === "content-type");
  return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() };
}

/** The member of an answer's JSON at a path: `_links.next`. */
export function memberOf(answer: ProxiedAnswer, path: string): unknown {
  return path.split(".").reduce((json: unknown, name) => (json as Json)[name], JSON.parse(answer.body));
}

/** The answer with a member of its JSON set to another value, or taken out where that is undefined. */
export function changed(answer: ProxiedAnswer, path: string, value: unknown): ProxiedAnswer {
  const json = JSON.parse(answer.body) as Json;
  const names = path.split(".");
  const holder = names.slice(0, -1).reduce((inner, name) => inner[name] as Json, json);
  holder[names.at(-1) ?? ""] = value;
  return { ...answer, body: JSON.stringify(json) };
}

type Json = Record<string, unknown>;
