import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { AgentRun, AgentTask, AgentTrace, ExternalAgentConfig } from "../../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { runExternalAgent } from "../../../agent/external-agents/run-external-agent.ts";
import { openChannel } from "../../../agent/external-agents/system.ts";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { openFiles } from "../../../agent/filesystem/open-files.ts";
import type { StateStore } from "../../../agent/filesystem/state.ts";
import { type McpHost, serveMcpHttp } from "../../../agent/mcp/http.ts";
import { readTrace } from "../../../agent/turns/trace.ts";
import { Outages } from "../../../base/outages/outages.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";

export interface RunOptions {
  turns?: readonly string[];
  cutoffMs?: number;
  environment?: Record<string, string>;
  signal?: AbortSignal;
  threadId?: string;
  threadName?: string;
}

export interface AgentBench {
  folder(): string;
  run(
    config: ExternalAgentConfig,
    options?: RunOptions,
  ): Promise<{ run: AgentRun; trace: AgentTrace; durationMs: number; threadId: string }>;
  /** A command that runs a script of a few lines; `request` and `answer(value)` are at hand in it. */
  scripted(lines: string): Promise<Extract<ExternalAgentConfig, { type: "command" }>>;
}

const AGENT = { name: "outside", family: "other", tools: true, reports: ["ranking", "usage"] as const };
const HEAD = `import { readFileSync } from "node:fs";
const request = JSON.parse(readFileSync(0, "utf8"));
const answer = (value) => process.stdout.write(JSON.stringify(value));
`;

/** Substrate, state and MCP service, opened once for a test file. */
export function useExternalAgents(): AgentBench {
  let substrate: Substrate;
  let state: StateStore;
  let host: McpHost;
  let folder: string;
  let count = 0;
  beforeAll(async () => {
    [substrate, state, host, folder] = await Promise.all([
      readSmallSubstrate(),
      openFiles({ journal: null }),
      serveMcpHttp(),
      mkdtemp(join(tmpdir(), "scopebench-scripts-")),
    ]);
  });
  afterAll(async () => {
    await host.close();
    await state.close();
    await substrate.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    folder: () => folder,
    async run(config, { turns = ["Which tests cover handover?"], cutoffMs = 600_000, ...options } = {}) {
      const channel = await openChannel(config, { PATH: process.env.PATH, ...options.environment }, new Outages());
      const ids = {
        threadId: options.threadId ?? `t-${count++}`,
        assistantId: "test",
        threadName: options.threadName,
      };
      const signal = options.signal ?? new AbortController().signal;
      const task: AgentTask = { ...ids, turns, limits: { ...STUDY_LIMITS, turnCutoffMs: cutoffMs }, seed: 5, signal };
      const startedAt = performance.now();
      const instructions = "Evidence contract";
      const run = await runExternalAgent(task, {
        channel,
        substrate,
        state,
        host: config.tools ? host : null,
        instructions,
      });
      const durationMs = performance.now() - startedAt;
      await channel.close();
      const trace = await readTrace({ ...ids, checkpointer: null, files: new AgentFiles(state.files, ids) });
      return { run, trace, durationMs, threadId: ids.threadId };
    },
    async scripted(lines) {
      const path = join(folder, `script-${count++}.mjs`);
      await writeFile(path, HEAD + lines);
      return { ...AGENT, type: "command", command: [process.execPath, path], environment: [] };
    },
  };
}

export function endpoint(url: string, tokenEnv?: string): ExternalAgentConfig {
  return { ...AGENT, type: "http", url, tokenEnv };
}

export function moduleAt(path: string): ExternalAgentConfig {
  return { ...AGENT, type: "module", path, environment: [] };
}
