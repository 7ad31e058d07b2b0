import type { IncomingMessage } from "node:http";
import { InvalidPath } from "../agent/filesystem/paths.ts";
import { type Exchange, type LoopbackServer, serveLoopback } from "../base/loopback/serve.ts";
import type { AuditEntry, AuditLog } from "./access/audit-log.ts";
import { type AccessOptions, authenticate, OPEN } from "./access/authenticate.ts";
import { RateLimit } from "./access/rate-limit.ts";
import { type AppFiles, bundleApp } from "./app-files.ts";
import type { Pace } from "./processes/housekeeping.ts";
import { LOCAL_USER, type Principal } from "./protocol/principal.ts";
import { Refused } from "./protocol/protocol.ts";
import { ROUTES } from "./routes/index.ts";
import type { Reply, Route } from "./routes/route.ts";
import { checkText, readJson } from "./service/json-body.ts";
import { Runs } from "./service/runs.ts";
import type { AssistantService } from "./service/service.ts";
import { readerByLink } from "./store/shares.ts";

export interface ServeOptions {
  port: number | readonly number[];
  /** Default: this machine alone. Anything else needs `access`. */
  address?: string;
  hosts?: readonly string[];
  origins?: readonly string[];
  /** Who is let in. Default: whoever can reach it, which must be this machine alone. */
  access?: AccessOptions;
  /** Where requests are written down; absent = nowhere. */
  audit?: AuditLog;
  /** Of all our pages; the application adds its own. */
  style: string;
  /** It may still be opening: pages are served meanwhile. */
  service: Promise<AssistantService>;
  /** How soon a service that shares its database is taken for dead by the others. */
  pace?: Pace;
}

/** A file that a person uploads, or a change that is pasted. */
const MAX_BODY_BYTES = 8_000_000;
/** An answer may be long in coming. */
const LIMITS = { silenceMs: 0, connections: 1024 };

/** The service with its browser application. @throws UserError `environment` when the port cannot be had */
export async function serveAssistant(options: ServeOptions): Promise<LoopbackServer> {
  const app = await bundleApp(options.style);
  const runs = options.service.then((service) => Runs.open(service, options.pace));
  runs.catch(() => undefined); // Told to each who asks.
  const context: Context = { options, app, runs, rate: new RateLimit(), isClosing: false };
  const server = await serveLoopback({
    ...{ port: options.port, address: options.address, hosts: options.hosts, origins: options.origins },
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    maxBodyBytes: MAX_BODY_BYTES,
    limits: LIMITS,
    handle: (exchange) => answer(exchange, context),
    refuse: (response, status, detail) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ detail })),
  });
  return {
    origin: server.origin,
    refuse: server.refuse,
    async close() {
      // What waits for the database is refused, so that runs can be ended before their turn would come.
      context.isClosing = true;
      server.refuse();
      await runs.then(
        (opened) => opened.close(),
        () => undefined,
      );
      await options.service.then(
        (service) => service.changes.close(),
        () => undefined,
      );
      await server.close();
      await options.audit?.close();
    },
  };
}

interface Context {
  options: ServeOptions;
  app: AppFiles;
  runs: Promise<Runs>;
  rate: RateLimit;
  isClosing: boolean;
}

async function answer(exchange: Exchange, context: Context): Promise<void> {
  const { request, response, path } = exchange;
  const { options, app } = context;
  allowOrigin(exchange, options.origins ?? []);
  response.setHeader("x-robots-tag", "noindex, nofollow");
  // A browser asks with it what it may send, and sends no token.
  if (request.method === "OPTIONS") return void response.writeHead(204).end();
  const file = request.method === "GET" || request.method === "HEAD" ? app.get(path) : undefined;
  if (file) return void response.writeHead(200, file.headers).end(file.text);
  const entry = options.audit && auditEntry(exchange, options.audit);
  try {
    const reply = await serve(exchange, context, entry);
    if (reply) send(exchange, { status: reply.status ?? 200, body: reply.body, headers: reply.headers });
  } catch (thrown) {
    const error = thrown instanceof InvalidPath ? new Refused(422, thrown.message) : thrown;
    if (!(error instanceof Refused)) throw error;
    const asks: Record<string, string> = error.status === 401 ? { "www-authenticate": "Bearer" } : {};
    send(exchange, { status: error.status, body: { detail: error.message }, headers: { ...asks, ...error.headers } });
  }
}

async function serve(exchange: Exchange, context: Context, entry: Partial<AuditEntry> = {}): Promise<Reply> {
  const { request, path } = exchange;
  const { options, runs, rate } = context;
  const principal =
    path === "/ok"
      ? LOCAL_USER
      : path.startsWith("/shared")
        ? await readerOf(request, options)
        : authenticate(request, options.access ?? OPEN);
  if (path !== "/ok") Object.assign(entry, { tenant: principal.tenant, user: principal.name, role: principal.role });
  const { route, params } = routeOf(request.method ?? "", path);
  const thread = params.thread_id ?? principal.thread ?? null;
  Object.assign(entry, { route: route.path, thread, run: params.run_id ?? null });
  if ((principal.role === "link") !== (route.byLink === true)) throw new Refused(404, "there is nothing here");
  if (typeof route.serve !== "function")
    throw new Refused(route.serve.status ?? 501, `${route.summary} is not served: ${route.serve.instead}`);
  const service = (await options.service).as(principal, () => {
    if (context.isClosing) throw new Refused(503, "the service is ending");
  });
  const { requestsPerMinute, bodyBytes } = service.options.userLimits;
  if (path !== "/ok") rate.take(principal, requestsPerMinute);
  if (bodyBytes !== null && exchange.body.length > bodyBytes)
    throw new Refused(413, `expected a body of at most ${bodyBytes} bytes`);
  const query = new URL(request.url ?? "", "http://localhost").searchParams;
  query.forEach(checkText);
  const body = route.raw ? undefined : readJson(exchange);
  return route.serve({ service, runs: await runs, params, query, body, exchange });
}

/** Whoever shows a link's token, in a header: an address would be written down on its way. @throws Refused 401 */
async function readerOf({ headers }: IncomingMessage, { service }: ServeOptions): Promise<Principal> {
  const token = headers["x-share-token"];
  const { database } = await service;
  const reader = typeof token === "string" ? await readerByLink(database.pool, token) : null;
  if (reader) return reader;
  throw new Refused(
    401,
    "this link does not hold: it was revoked, is over, or is not whole; ask who sent it for another",
  );
}

/** Filled in as the request is answered, and written when it is. */
function auditEntry({ request, response }: Exchange, audit: AuditLog): Partial<AuditEntry> {
  const began = performance.now();
  const entry: AuditEntry = {
    ...{ at: new Date().toISOString(), tenant: null, user: null, role: null },
    ...{ from: request.socket.remoteAddress ?? null, method: request.method ?? "" },
    ...{ route: null, thread: null, run: null, status: 0, ms: 0 },
  };
  response.once("close", () =>
    audit.write({ ...entry, status: response.statusCode, ms: Math.round(performance.now() - began) }),
  );
  return entry;
}

const CORS = {
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers": "content-type, x-api-key, x-auth-scheme, authorization, last-event-id, accept",
  "access-control-expose-headers": "Content-Location, Location, X-Pagination-Total",
  "access-control-max-age": "600",
  vary: "Origin",
};

/** Pages of origins that were named by who started the service may read what it answers. */
function allowOrigin({ request, response }: Exchange, origins: readonly string[]): void {
  const { origin } = request.headers;
  if (origin === undefined || !origins.includes(origin)) return;
  for (const [name, value] of Object.entries({ ...CORS, "access-control-allow-origin": origin }))
    response.setHeader(name, value);
}

function routeOf(method: string, path: string): { route: Route; params: Record<string, string> } {
  const parts = path.split("/");
  const matches = ROUTES.flatMap((route) => {
    const params = match(route.path.split("/"), parts);
    return params ? [{ route, params }] : [];
  });
  const asked = method === "HEAD" ? "GET" : method;
  // A literal part goes before one that may be anything: /threads/search is no thread's id.
  const plainest = Math.min(...matches.map(({ params }) => Object.keys(params).length));
  const found = matches.find(({ route, params }) => route.method === asked && Object.keys(params).length === plainest);
  if (found) return found;
  if (matches.length > 0) throw new Refused(405, `expected ${matches.map(({ route }) => route.method).join(", ")}`);
  throw new Refused(404, "there is nothing here; /openapi.json lists what is served");
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, piece] of pattern.entries()) {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (name) params[name] = parts[index]!;
    else if (piece !== parts[index]) return null;
  }
  return params;
}

function send(
  { response }: Exchange,
  reply: { status: number; body?: unknown; headers?: Record<string, string> },
): void {
  const { status, body, headers } = reply;
  if (status === 204) return void response.writeHead(204, headers).end();
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body ?? null));
}
