import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { ToolContext } from "../turns/tool-context.ts";
import { makeMcpServer } from "./server.ts";

export interface McpSessionOptions {
  /** Asked once for each session. */
  open: () => ToolContext;
  /** Told of a session that is over. */
  release?: (context: ToolContext) => void;
  /** How long a session outlives the last connection of its client. */
  idleMs: number;
  now: () => number;
}

/** The sessions of one token. Clients that go away don't say so: theirs end by themselves. */
export interface Sessions {
  /** Null when as many as there may be are in use. */
  begin(): Session | null;
  find(id: string): Session | undefined;
  expire(): void;
  close(): Promise<void>;
}

interface Session {
  /** @param message the request's body; undefined = it has none */
  handle(request: IncomingMessage, response: ServerResponse, message: unknown): Promise<void>;
}

/** Sessions that one token may hold open; a client needs one. */
export const MAX_SESSIONS = 32;

interface Entry extends Session {
  transport: StreamableHTTPServerTransport;
  /** Requests that are being answered, a stream that its client listens to among them. In use = there is one. */
  connections: number;
  lastUsed: number;
}

export function makeSessions(options: McpSessionOptions): Sessions {
  const entries = new Map<string, Entry>();
  const idle = (): Entry[] =>
    [...entries.values()].filter(({ connections }) => connections === 0).sort((a, b) => a.lastUsed - b.lastUsed);
  return {
    begin() {
      if (entries.size >= MAX_SESSIONS) {
        const [oldest] = idle();
        if (!oldest) return null;
        void oldest.transport.close();
      }
      return beginSession(entries, options);
    },
    find: (id) => entries.get(id),
    expire() {
      const since = options.now() - options.idleMs;
      for (const { transport, lastUsed } of idle()) if (lastUsed <= since) void transport.close();
    },
    async close() {
      await Promise.all([...entries.values()].map(({ transport }) => transport.close()));
    },
  };
}

/** It has its place from the first moment on, so that many who come at once are counted too. */
function beginSession(entries: Map<string, Entry>, { open, release, now }: McpSessionOptions): Session {
  const id = randomUUID();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => id });
  const context = open();
  const server = makeMcpServer(context);
  server.onclose = () => {
    if (entries.delete(id)) release?.(context);
  };
  const connected = server.connect(transport);
  const entry: Entry = {
    transport,
    connections: 0,
    lastUsed: now(),
    async handle(request, response, message) {
      entry.connections++;
      response.once("close", () => {
        entry.connections--;
        entry.lastUsed = now();
      });
      await connected;
      await transport.handleRequest(request, response, message);
      // What was to begin it did not: there is nothing that a client could come back to.
      if (transport.sessionId === undefined) await transport.close();
    },
  };
  entries.set(id, entry);
  return entry;
}
