import type { ServerResponse } from "node:http";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { sha256 } from "../../base/hash.ts";
import { type Exchange, type LoopbackOptions, serveLoopback } from "../../base/loopback/serve.ts";
import type { ToolContext } from "../turns/tool-context.ts";
import { MAX_SESSIONS, makeSessions, type Sessions } from "./sessions.ts";

export interface McpHost {
  /** `http://127.0.0.1:<port>/mcp` */
  url: string;
  /**
   * Lets clients in that send `Authorization: Bearer <token>`. `open` is asked once for each session of a client, and
   * `release` told when that is over.
   */
  admit(token: string, open: () => ToolContext, release?: (context: ToolContext) => void): Admission;
  close(): Promise<void>;
}

/** Ends a token: its sessions are closed and their running calls aborted. */
interface Admission {
  close(): Promise<void>;
}

export interface McpHttpOptions extends Pick<LoopbackOptions, "port" | "hosts" | "limits"> {
  /** How long a session outlives the last connection of its client (default: a quarter of an hour). */
  idleMs?: number;
  now?: () => number;
}

const PATH = "/mcp";
const IDLE_MS = 15 * 60_000;
/** How often expired sessions are looked for while nobody asks. */
const SWEEP_MS = 60_000;
/** More than the largest arguments that a tool takes. */
const MAX_BODY_BYTES = 4_000_000;
/** An answer may be long in coming, and a stream silent for as long as its client lives: there is no `silenceMs`. */
const LIMITS = { silenceMs: 0, connections: 2048 };

/**
 * The tools over streamable HTTP, for clients on this machine only.
 * @throws UserError `environment` when the port cannot be had
 */
export async function serveMcpHttp({
  idleMs = IDLE_MS,
  now = Date.now,
  limits,
  ...where
}: McpHttpOptions = {}): Promise<McpHost> {
  // By hash: comparing tokens themselves would tell by its time how much of one is right.
  const guests = new Map<string, Sessions>();
  const { origin, close } = await serveLoopback({
    ...where,
    methods: ["GET", "POST", "DELETE"],
    maxBodyBytes: MAX_BODY_BYTES,
    limits: { ...LIMITS, ...limits },
    handle: (exchange) => answer(exchange, guests),
    refuse,
  });
  const sweep = setInterval(() => {
    for (const sessions of guests.values()) sessions.expire();
  }, SWEEP_MS).unref();
  return {
    url: `${origin}${PATH}`,
    admit(token, open, release) {
      const sessions = makeSessions({ open, release, idleMs, now });
      guests.set(sha256(token), sessions);
      return {
        async close() {
          guests.delete(sha256(token));
          await sessions.close();
        },
      };
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...guests.values()].map((sessions) => sessions.close()));
      await close();
    },
  };
}

async function answer(
  { request, response, path, body }: Exchange,
  guests: ReadonlyMap<string, Sessions>,
): Promise<void> {
  const { authorization = "", "mcp-session-id": id } = request.headers;
  if (path !== PATH) return refuse(response, 404, `There is only ${PATH}.`);
  const sessions = guests.get(sha256(/^Bearer (\S+)$/.exec(authorization)?.[1] ?? ""));
  if (!sessions) return refuse(response, 401, "Expected Authorization: Bearer <token> with a token that is in use.");
  sessions.expire();
  const message = request.method === "POST" ? parse(body) : {};
  if (message === null) return refuse(response, 400, "Parse error: expected JSON.", PARSE_ERROR);
  const begins = id === undefined && [message.value].flat().some((one) => isInitializeRequest(one));
  if (id === undefined && !begins)
    return refuse(response, 400, "Expected Mcp-Session-Id, or `initialize` to begin a session.");
  const session = begins ? sessions.begin() : sessions.find(String(id));
  if (session === null) return refuse(response, 429, `The token has ${MAX_SESSIONS} sessions in use.`);
  // As the protocol has it: the client then begins a new one.
  if (!session) return refuse(response, 404, "There is no such session, or it was idle for too long.");
  await session.handle(request, response, message.value);
}

function parse(body: Buffer): { value?: unknown } | null {
  try {
    return { value: JSON.parse(body.toString("utf8")) as unknown };
  } catch {
    return null; // Told to the client, in the protocol's form.
  }
}

/** Of JSON-RPC; codes from -32000 on are the server's own. */
const PARSE_ERROR = -32_700;
const REFUSED = -32_000;

function refuse(response: ServerResponse, status: number, message: string, code = REFUSED): void {
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  response.writeHead(status, { "content-type": "application/json", ...challenge });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } }));
}
