import { InvalidPath } from "../agent/filesystem/paths.ts";
import { sha256 } from "../base/hash.ts";
import { type Exchange, type LoopbackServer, serveLoopback } from "../base/loopback/serve.ts";
import { type AppFiles, bundleApp } from "./app-files.ts";
import { checkText, readJson } from "./json-body.ts";
import type { Pace } from "./processes/housekeeping.ts";
import { Refused } from "./protocol.ts";
import { ROUTES } from "./routes/index.ts";
import type { Route } from "./routes/route.ts";
import { Runs } from "./runs.ts";
import type { AssistantService } from "./service.ts";

export interface ServeOptions {
  port: number | readonly number[];
  /** Default: this machine alone. Anything else needs a token. */
  address?: string;
  hosts?: readonly string[];
  origins?: readonly string[];
  /** Clients show it as `Authorization: Bearer` or `x-api-key`; null where only this machine can ask. */
  token: string | null;
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
  const server = await serveLoopback({
    ...{ port: options.port, address: options.address, hosts: options.hosts, origins: options.origins },
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    maxBodyBytes: MAX_BODY_BYTES,
    limits: LIMITS,
    handle: (exchange) => answer(exchange, { options, app, runs }),
    refuse: (response, status, detail) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ detail })),
  });
  return {
    origin: server.origin,
    async close() {
      await runs.then(
        (opened) => opened.close(),
        () => undefined,
      );
      await server.close();
    },
  };
}

interface Context {
  options: ServeOptions;
  app: AppFiles;
  runs: Promise<Runs>;
}

async function answer(exchange: Exchange, { options, app, runs }: Context): Promise<void> {
  const { request, response, path } = exchange;
  allowOrigin(exchange, options.origins ?? []);
  // A browser asks with it what it may send, and sends no token.
  if (request.method === "OPTIONS") return void response.writeHead(204).end();
  const file = request.method === "GET" || request.method === "HEAD" ? app.get(path) : undefined;
  if (file) return void response.writeHead(200, file.headers).end(file.text);
  try {
    if (path !== "/ok") checkToken(exchange, options.token);
    const { route, params } = routeOf(request.method ?? "", path);
    if (typeof route.serve !== "function")
      throw new Refused(501, `${route.summary} is not served: ${route.serve.instead}`);
    const query = new URL(request.url ?? "", "http://localhost").searchParams;
    query.forEach(checkText);
    const body = route.raw ? undefined : readJson(exchange);
    const reply = await route.serve({
      service: await options.service,
      runs: await runs,
      params,
      query,
      body,
      exchange,
    });
    if (reply) send(exchange, { status: reply.status ?? 200, body: reply.body, headers: reply.headers });
  } catch (thrown) {
    const error = thrown instanceof InvalidPath ? new Refused(422, thrown.message) : thrown;
    if (!(error instanceof Refused)) throw error;
    const headers: Record<string, string> = error.status === 401 ? { "www-authenticate": "Bearer" } : {};
    send(exchange, { status: error.status, body: { detail: error.message }, headers });
  }
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

function checkToken({ request }: Exchange, token: string | null): void {
  if (token === null) return;
  const { authorization = "", "x-api-key": key } = request.headers;
  const shown = typeof key === "string" && key !== "" ? key : (/^Bearer (\S+)$/.exec(authorization)?.[1] ?? "");
  // By hash: comparing tokens themselves would tell by its time how much of one is right.
  if (sha256(shown) !== sha256(token))
    throw new Refused(401, "expected the service's token, as Authorization: Bearer or x-api-key");
}

function routeOf(method: string, path: string): { route: Route; params: Record<string, string> } {
  const parts = path.split("/");
  const matches = ROUTES.flatMap((route) => {
    const params = match(route.path.split("/"), parts);
    return params ? [{ route, params }] : [];
  });
  // A literal part goes before one that may be anything: /threads/search is no thread's id.
  const plainest = Math.min(...matches.map(({ params }) => Object.keys(params).length));
  const found = matches.find(({ route, params }) => route.method === method && Object.keys(params).length === plainest);
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
