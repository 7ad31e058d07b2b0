import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { sha256 } from "../../db/base/hash.ts";
import { UserError } from "../../db/base/user-error.ts";
import type { ToolContext } from "../tools/tool.ts";
import { makeMcpServer } from "./server.ts";

export interface McpHost {
  /** `http://127.0.0.1:<port>/mcp` */
  url: string;
  /** Lets clients in that send `Authorization: Bearer <token>`. `open` is asked once for each session of a client. */
  admit(token: string, open: () => ToolContext): Admission;
  close(): Promise<void>;
}

/** Ends a token: its sessions are closed and their running calls aborted. */
export interface Admission {
  close(): Promise<void>;
}

interface Guest {
  open: () => ToolContext;
  sessions: Map<string, StreamableHTTPServerTransport>;
}

const PATH = "/mcp";
/** Sessions that one token may hold open; a client needs one. */
const MAX_SESSIONS = 32;

/**
 * The tools over streamable HTTP, for clients on this machine only: bound to the loopback address, and closed to pages of
 * other origins and to names that were rebound to it.
 * @param port 0 (the default) takes a free one
 * @throws UserError `environment` when the port is taken
 */
export async function serveMcpHttp({ port = 0 }: { port?: number } = {}): Promise<McpHost> {
  // By hash: comparing tokens themselves would tell by its time how much of one is right.
  const guests = new Map<string, Guest>();
  const http = createServer((request, response) => {
    answer(request, response, guests).catch(() => refuse(response, 500, "The request failed."));
  });
  await new Promise<void>((resolve, reject) => http.once("error", reject).listen(port, "127.0.0.1", resolve)).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new UserError("environment", `port ${port} cannot be used: ${cause.code}`, {
        hint: "choose another, or 0 for any that is free",
        cause,
      });
    },
  );
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}${PATH}`,
    admit(token, open) {
      const guest: Guest = { open, sessions: new Map() };
      guests.set(sha256(token), guest);
      return {
        async close() {
          guests.delete(sha256(token));
          await closeAll(guest);
        },
      };
    },
    async close() {
      await Promise.all([...guests.values()].map(closeAll));
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function closeAll({ sessions }: Guest): Promise<void> {
  await Promise.all([...sessions.values()].map((transport) => transport.close()));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  guests: ReadonlyMap<string, Guest>,
): Promise<void> {
  const { host, origin, authorization = "", "mcp-session-id": session } = request.headers;
  if (!isLoopback(`http://${host}`) || (origin !== undefined && !isLoopback(origin)))
    return refuse(response, 403, "Only clients on this machine are served.");
  if (request.url !== PATH) return refuse(response, 404, `There is only ${PATH}.`);
  const guest = guests.get(sha256(/^Bearer (\S+)$/.exec(authorization)?.[1] ?? ""));
  if (!guest) return refuse(response, 401, "Expected Authorization: Bearer <token> with a token that is in use.");
  if (session === undefined && guest.sessions.size >= MAX_SESSIONS)
    return refuse(response, 429, `The token has ${MAX_SESSIONS} sessions open.`);
  const transport = session === undefined ? await openSession(guest) : guest.sessions.get(String(session));
  if (!transport) return refuse(response, 404, "There is no such session.");
  await transport.handleRequest(request, response);
}

/** A session counts from the moment at which its client is initialised. */
async function openSession({ open, sessions }: Guest): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  const server = makeMcpServer(open());
  server.onclose = () => void sessions.delete(transport.sessionId ?? "");
  await server.connect(transport);
  return transport;
}

function isLoopback(address: string): boolean {
  return URL.canParse(address) && ["127.0.0.1", "localhost", "[::1]"].includes(new URL(address).hostname);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.end();
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  response.writeHead(status, { "content-type": "application/json", ...challenge });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }));
}
