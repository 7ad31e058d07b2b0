import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../user-error.ts";
import { type Admittance, admit } from "./admit.ts";
import { Connections } from "./connections.ts";

export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` unless an address was given */
  origin: string;
  /** Takes no more connections, and answers no more requests on those that are open. */
  refuse(): void;
  /** Ends connections at once, and resolves when what they asked for is over, or does not end. */
  close(): Promise<void>;
}

/** One request that was let in, its body read to the end. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Decoded and without query; it has no empty, `.` or `..` part but a last empty one. */
  path: string;
  body: Buffer;
}

export interface LoopbackOptions extends Admittance {
  /** Of several the first that is free; 0 (the default) is any. */
  port?: number | readonly number[];
  /** Listens there instead of at 127.0.0.1: whoever asks for that checks a token, and names its `hosts`. */
  address?: string;
  /** Longest body, in bytes (default 0: nothing has a body). */
  maxBodyBytes?: number;
  limits?: Partial<Limits>;
  /** What it throws is answered with status 500, and ends nothing else. */
  handle(exchange: Exchange): void | Promise<void>;
  /** Words a refusal in the protocol of what is served (default: plain text). */
  refuse?(response: ServerResponse, status: number, message: string): void;
}

interface Limits {
  /** From the first byte to the end of the headers; further requests of a connection start anew. */
  headersMs: number;
  /** From the first byte to the end of the body. */
  requestMs: number;
  /** How long nothing may pass over a connection; 0 = for ever, where an answer may be long in coming. */
  silenceMs: number;
  /** Open at once: of more, the one that has kept the server waiting longest is cut off. */
  connections: number;
}

const LIMITS: Limits = { headersMs: 10_000, requestMs: 30_000, silenceMs: 60_000, connections: 256 };
/** How long shutdown waits for responses in progress: their readers are gone. */
const GRACE_MS = 5000;
/** Whole bodies that may be on their way at once. */
const BODIES = 32;
/** How often the time limits are looked at. */
const CHECK_MS = 1000;

/** What no answer of ours is to be used for: pages elsewhere may not frame, load or sniff it. A handler may add to it. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  // Not `no-referrer`: forms would then be sent with `Origin: null`.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/**
 * The one HTTP server of everything that is served: to this machine only unless another address is given, closed to pages of other origins and to names
 * that were rebound to it, bounded in time and size.
 * @throws UserError `environment` when no port can be had
 */
export async function serveLoopback(options: LoopbackOptions): Promise<LoopbackServer> {
  const limits = { ...LIMITS, ...options.limits };
  const running = new Set<Promise<void>>();
  let closed: Promise<void> | null = null;
  const refuseMore = (): Promise<void> => {
    closed ??= new Promise((resolve) => server.close(() => resolve()));
    return closed;
  };
  const connections = new Connections({
    connections: limits.connections,
    unfinishedBodyBytes: BODIES * (options.maxBodyBytes ?? 0),
  });
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, limits.headersMs),
      noDelay: true,
    },
    (request, response) => {
      if (closed) return refuse(response, { status: 503, message: "the service is ending" }, options);
      const answered = answer({ request, response }, { ...options, connections }).finally(() =>
        running.delete(answered),
      );
      running.add(answered);
    },
  );
  server.on("connection", (socket) => connections.add(socket));
  server.timeout = limits.silenceMs;
  const address = options.address ?? "127.0.0.1";
  const port = await listen(server, { address, ports: [options.port ?? 0].flat() });
  return {
    origin: `http://${address.includes(":") ? `[${address}]` : address}:${port}`,
    refuse: () => void refuseMore(),
    async close() {
      const ended = refuseMore();
      server.closeAllConnections();
      const grace = new AbortController();
      const late = sleep(GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined);
      await Promise.race([Promise.all([ended, ...running]), late]);
      grace.abort();
    },
  };
}

/** Never rejects. */
async function answer(
  { request, response }: Pick<Exchange, "request" | "response">,
  { connections, ...options }: LoopbackOptions & { connections: Connections },
): Promise<void> {
  const { socket } = request;
  // A client that goes away is no fault; its answer goes nowhere.
  response.on("error", () => undefined);
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  try {
    const admitted = admit(request, options);
    if ("status" in admitted) {
      if (admitted.status === 405) response.setHeader("allow", options.methods.join(", "));
      return refuse(response, admitted, options);
    }
    const coming = connections.body(socket);
    const body = await readBody(request, { maxBytes: options.maxBodyBytes ?? 0, onBytes: coming.read });
    coming.over();
    if (body === "gone") return void response.destroy();
    if (body === "too-long")
      return refuse(response, { status: 413, message: "the body is longer than anything here takes" }, options);
    const answered = connections.answering(socket);
    // A handler may be over before its answer is, as with a stream of events.
    response.once("close", answered);
    await options.handle({ request, response, path: admitted.path, body });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    refuse(response, { status: 500, message: `the request failed: ${message}` }, options);
  }
}

interface Refusal {
  status: number;
  message: string;
}

function refuse(response: ServerResponse, { status, message }: Refusal, options: LoopbackOptions): void {
  // Half an answer must not look like a whole one.
  if (response.headersSent) return void response.destroy();
  // What is left of a body is not waited for.
  response.setHeader("connection", "close");
  if (options.refuse) options.refuse(response, status, message);
  else response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${message}\n`);
}

async function listen(
  server: Server,
  { address, ports: [port = 0, ...others] }: { address: string; ports: readonly number[] },
): Promise<number> {
  const listening = new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => {
      server.off("error", reject);
      resolve();
    });
  });
  try {
    await listening;
    return (server.address() as AddressInfo).port;
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE" && others.length > 0) return listen(server, { address, ports: others });
    throw new UserError("environment", `expected a port that can be listened on, found ${port}: ${why(code)}`, {
      hint: "choose another with --port, or 0 for any that is free",
      cause: error,
    });
  }
}

function why(code: string): string {
  if (code === "EADDRINUSE") return "another program listens there";
  if (code === "EACCES") return "the system keeps it for privileged programs";
  return code;
}

interface Reading {
  maxBytes: number;
  /** Told of each piece. */
  onBytes(bytes: number): void;
}

/** A request's body, never more of it in memory than is allowed. */
async function readBody(
  request: IncomingMessage,
  { maxBytes, onBytes }: Reading,
): Promise<Buffer | "too-long" | "gone"> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return "too-long";
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Not destroyed at an early end: its socket still takes the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) return "too-long";
      onBytes((chunk as Buffer).length);
      chunks.push(chunk as Buffer);
    }
  } catch {
    return "gone"; // The client ended the connection in the middle; nobody is left to answer.
  }
  return Buffer.concat(chunks);
}
