import { existsSync, readFileSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Environment } from "../../base/environment.ts";
import { hashOf, sha256 } from "../../base/hash.ts";
import { Outages } from "../../base/outages/outages.ts";
import {
  type AgentEnvironment,
  type ExternalAgentConfig,
  isRecorded,
  type Reportable,
  type SystemUnderTest,
} from "../contract/contract.ts";
import { AgentFiles } from "../filesystem/agent-files.ts";
import { openFiles } from "../filesystem/open-files.ts";
import { probeGuards } from "../guards/probe.ts";
import { knowledgePrompt } from "../knowledge/modes.ts";
import { readPolicies } from "../knowledge/policies.ts";
import { serveMcpHttp } from "../mcp/http.ts";
import { toolCatalogHash } from "../tools/registry.ts";
import { readTrace } from "../turns/trace.ts";
import { makeCommandChannel } from "./command.ts";
import type { Channel } from "./exchange.ts";
import { makeHttpChannel } from "./http.ts";
import { openModuleChannel } from "./module.ts";
import { openRecordedChannel } from "./recorded/channel.ts";
import { runExternalAgent } from "./run-external-agent.ts";

export interface ExternalSystems {
  /** By the agent's name. */
  systems: ReadonlyMap<string, SystemUnderTest>;
  close(): Promise<void>;
}

/** The external agents of a run, over one state store and one MCP service. */
export async function openExternalAgents(
  configs: readonly ExternalAgentConfig[],
  { substrate, stateLocation, environment, outages = new Outages() }: AgentEnvironment,
): Promise<ExternalSystems> {
  await probeGuards(substrate.graph);
  const state = await openFiles(stateLocation);
  const host = await serveMcpHttp();
  const instructions = knowledgePrompt("prompt", readPolicies()).text;
  const closing = [() => host.close(), () => state.close()];
  const close = async (): Promise<void> => {
    for (const step of closing) await step();
  };
  try {
    const systems = new Map<string, SystemUnderTest>();
    for (const config of configs) {
      const channel = await openChannel(config, environment, outages);
      const parts = { channel, substrate, state, host: config.tools ? host : null, instructions };
      const unreported = unreportedBy(config);
      const system: SystemUnderTest = {
        name: config.name,
        version: versionOf(config),
        run: (task) => runExternalAgent(task, parts),
        ...(channel.lacks && { lacks: channel.lacks }),
        async readTrace(task) {
          const files = new AgentFiles(state.files, task);
          return { ...(await readTrace({ threadId: task.threadId, checkpointer: null, files })), unreported };
        },
        forget: async (task) => state.forget?.(task),
        close: () => channel.close(),
      };
      systems.set(config.name, system);
      closing.unshift(system.close);
    }
    return { systems, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function unreportedBy({ reports, tools }: ExternalAgentConfig): Reportable[] {
  const unreported = (["ranking", "usage"] as const).filter((report) => !reports.includes(report));
  return tools ? unreported : [...unreported, "tool_calls"];
}

/** Hash over its configuration, the files that this names, and the tools. What an endpoint runs is not known. */
function versionOf(config: ExternalAgentConfig): string {
  const named = config.type === "command" ? config.command : "path" in config ? [config.path] : [];
  const files = named.filter((path) => isAbsolute(path) && existsSync(path) && statSync(path).isFile());
  return hashOf([config, toolCatalogHash(), files.slice(0, 50).map((path) => sha256(readFileSync(path)))]);
}

export async function openChannel(
  config: ExternalAgentConfig,
  environment: Environment,
  outages: Outages,
): Promise<Channel> {
  if (isRecorded(config)) return openRecordedChannel(config);
  if (config.type === "command") return makeCommandChannel(config, environment);
  return config.type === "http"
    ? makeHttpChannel(config, environment, outages)
    : openModuleChannel(config, environment);
}
