import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer of the server, or one in its place. */
export interface ProxiedAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** `place`: the path without what it asks, with the method of a remote call; `number` counts requests there from 1. */
export interface ProxiedRequest {
  place: string;
  number: number;
  path: string;
  body: string;
}

/** What becomes of an answer; `cut` breaks the connection off. */
export type Fault = (request: ProxiedRequest, answer: ProxiedAnswer) => ProxiedAnswer | "cut";
/** What is asked of the server instead. */
export type Rewrite = (request: ProxiedRequest) => { path?: string; body?: string };

export interface TestProxy {
  url: string;
  /** Requests since the last fault was set, with what they carried. */
  seen: { place: string }[];
  set(fault: Fault, rewrite?: Rewrite): void;
  close(): Promise<void>;
}

/** A server before another, which passes everything on but for the fault of the moment. */
export async function startProxy(target: string): Promise<TestProxy> {
  let fault: Fault = (_, answer) => answer;
  let rewrite: Rewrite = () => ({});
  const seen: TestProxy["seen"] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? "";
      const body = await bodyOf(request);
      const [method = ""] = /(?<=<methodName>)[^<]+/.exec(body) ?? [];
      const place = `${path.split("?")[0]} ${method}`.trim();
      seen.push({ place });
      const asked = { place, number: seen.filter((one) => one.place === place).length, path, body };
      const instead = { path, body, ...rewrite(asked) };
      const altered = fault(asked, await forward(`${target}${instead.path}`, request, instead.body));
      if (altered === "cut") return void request.socket.destroy();
      response.writeHead(altered.status, altered.headers).end(altered.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    set(next, rewritten = () => ({})) {
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

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function forward(
  url: string,
  { method = "GET", headers }: IncomingMessage,
  body: string,
): Promise<ProxiedAnswer> {
  const sent = Object.entries(headers).filter(([name]) => /^x-|^authorization$|^content-type$/.test(name));
  const init = { method, headers: Object.fromEntries(sent) as Record<string, string> };
  const answer = await fetch(url, method === "POST" ? { ...init, body } : init);
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
