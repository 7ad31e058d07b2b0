import { existsSync, readFileSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { hashOf, sha256 } from "../../base/hash.ts";
import type { AgentEnvironment, Report, SubjectConfig, SystemUnderTest } from "../contract.ts";
import { AgentFiles } from "../filesystem/agent-files.ts";
import { openStateStore } from "../filesystem/state-store.ts";
import { probeGuards } from "../guards/probe.ts";
import { knowledgePrompt } from "../knowledge/modes.ts";
import { readPolicies } from "../knowledge/policies.ts";
import { serveMcpHttp } from "../mcp/http.ts";
import { toolCatalogHash } from "../tools/registry.ts";
import { readTrace } from "../trace.ts";
import { openChannel } from "./channel.ts";
import { runSubject } from "./run-subject.ts";

export interface OutsideSystems {
  /** By the subject's name. */
  systems: ReadonlyMap<string, SystemUnderTest>;
  close(): Promise<void>;
}

/** The outside agents of a run, over one state store and one MCP service. */
export async function openSubjects(
  subjects: readonly SubjectConfig[],
  { substrate, stateLocation, environment }: AgentEnvironment,
): Promise<OutsideSystems> {
  await probeGuards(substrate.graph);
  const state = await openStateStore(stateLocation);
  const host = await serveMcpHttp();
  const instructions = knowledgePrompt("prompt", readPolicies()).text;
  const closing = [() => host.close(), () => state.close()];
  const close = async (): Promise<void> => {
    for (const step of closing) await step();
  };
  try {
    const systems = new Map<string, SystemUnderTest>();
    for (const subject of subjects) {
      const channel = await openChannel(subject, environment);
      const parts = { channel, substrate, state, host: subject.tools ? host : null, instructions };
      const unreported = unreportedBy(subject);
      const system: SystemUnderTest = {
        name: subject.name,
        version: versionOf(subject),
        run: (task) => runSubject(task, parts),
        async readTrace(task) {
          const files = new AgentFiles(state.pool, task);
          return { ...(await readTrace({ threadId: task.threadId, checkpointer: null, files })), unreported };
        },
        close: () => channel.close(),
      };
      systems.set(subject.name, system);
      closing.unshift(system.close);
    }
    return { systems, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function unreportedBy({ reports, tools }: SubjectConfig): Report[] {
  const unreported = (["ranking", "usage"] as const).filter((report) => !reports.includes(report));
  return tools ? unreported : [...unreported, "tool_calls"];
}

/** Hash over its configuration, the files that this names, and the tools. What an endpoint runs is not known. */
function versionOf(subject: SubjectConfig): string {
  const named = subject.type === "command" ? subject.command : subject.type === "module" ? [subject.path] : [];
  const files = named.filter((path) => isAbsolute(path) && existsSync(path) && statSync(path).isFile());
  return hashOf([subject, toolCatalogHash(), files.slice(0, 50).map((path) => sha256(readFileSync(path)))]);
}
