import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { familiesOn } from "../../../agent/contract/families.ts";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { JournalFiles } from "../../../agent/filesystem/journal-files.ts";
import { serveMcpHttp } from "../../../agent/mcp/http.ts";
import { serveMcpStdio } from "../../../agent/mcp/stdio.ts";
import { CallLog, type CallRecord } from "../../../agent/turns/call-log.ts";
import type { ToolContext } from "../../../agent/turns/tool-context.ts";
import { startStopwatch } from "../../../base/stopwatch.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import type { Io } from "../../print/io.ts";
import { toAgentLimits } from "../../record/config/limits-schema.ts";
import type { Config } from "../../record/config/schema.ts";
import { toToolCall } from "../stages/extract/extraction.ts";
import { withServices } from "./with-services.ts";

export interface McpFlags {
  /** Absent = over stdin and stdout. */
  http?: { port: number; hosts?: readonly string[]; tokenEnv: string };
  /** File that each call's record is appended to, as a JSON line. */
  log?: string;
}

/** Serves the tools until the client leaves (stdio) or Ctrl-C. A thread and its artifacts last as long as its session. */
export async function serveMcp(config: Config, { http, log }: McpFlags, io: Io): Promise<void> {
  const token = http && readToken(http.tokenEnv, io);
  await withServices({ config, io }, async (services) => {
    const substrate = await services.substrate();
    const store = new JournalFiles(null);
    const onCall = log === undefined ? undefined : appendTo(resolve(io.cwd, log));
    const newThread = () => makeThread({ config, substrate, store, io, onCall });
    if (http && token) await serveUntilStopped({ ...http, token, newThread, store }, io);
    else await serveMcpStdio({ input: process.stdin, output: process.stdout, signal: io.signal, context: newThread() });
  });
}

function readToken(name: string, { environment }: Io): string {
  const token = environment[name];
  if (token) return token;
  throw new UserError("environment", `${name} is not set: clients show its value to be let in`, {
    hint: `such as ${name}=$(openssl rand -hex 24) scopebench assistant mcp --http`,
  });
}

interface HttpService {
  port: number;
  hosts?: readonly string[];
  token: string;
  newThread: () => ToolContext;
  store: JournalFiles;
}

async function serveUntilStopped({ port, hosts, token, newThread, store }: HttpService, io: Io): Promise<void> {
  const host = await serveMcpHttp({ port, hosts });
  host.admit(token, newThread, ({ files }) => store.forget(files.scope));
  io.error(` · MCP tools at ${host.url}; Ctrl-C ends them`);
  if (!io.signal.aborted) await new Promise((resolve) => io.signal.addEventListener("abort", resolve, { once: true }));
  await host.close();
}

interface ThreadParts {
  config: Config;
  substrate: Substrate;
  store: JournalFiles;
  io: Io;
  onCall: ((record: CallRecord) => void) | undefined;
}

function makeThread({ config, substrate, store, io, onCall }: ThreadParts): ToolContext {
  const files = new AgentFiles(store, { assistantId: "mcp", threadId: randomUUID() });
  return {
    substrate,
    files,
    calls: new CallLog(files, { onRecord: onCall }),
    limits: toAgentLimits(config.limits),
    families: familiesOn(substrate.manifest.mapping, config.tool_families),
    subAgent: () => null,
    turn: () => 0,
    elapsedMs: startStopwatch(),
    signal: io.signal,
  };
}

/** As in an extraction. Written at once, so that a client which is killed leaves its last call behind. */
function appendTo(path: string): (record: CallRecord) => void {
  return (record) => appendFileSync(path, `${JSON.stringify(toToolCall(record))}\n`);
}
