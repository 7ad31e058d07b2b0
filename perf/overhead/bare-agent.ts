import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { createDeepAgent } from "deepagents";
import { createAgent } from "langchain";
import { TOOL_FAMILIES } from "../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../agent/contract/limits.ts";
import type { AgentFiles } from "../../agent/filesystem/agent-files.ts";
import { makeModel } from "../../agent/make-model.ts";
import { TOOLS } from "../../agent/tools/registry.ts";
import type { ToolDefinition } from "../../agent/tools/tool.ts";
import { CallLog } from "../../agent/turns/call-log.ts";
import type { ToolContext } from "../../agent/turns/tool-context.ts";
import { withProfile } from "../../agent/workflows/harness-profile.ts";
import { startStopwatch } from "../../base/stopwatch.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { type Script, scripted } from "./scripts.ts";

interface Bare {
  /** `idle` tools say "done"; `working` ones run the agent's own queries and hand on what they find, whole. */
  tools: "idle" | "working";
  substrate: Substrate;
  /** As deepagents makes it. */
  deep?: boolean;
}

/** LangChain's own agent on LangGraph, or deepagents': no checkpoints, no files, no middleware of ours, no records. */
export function makeBareAgent({ tools: kind, substrate, deep }: Bare): (script: Script) => Promise<unknown> {
  const context = contextOn(substrate);
  const tools = Object.values(TOOLS).map((definition) =>
    tool((input: unknown) => (kind === "idle" ? "done" : work(definition, input, context)), {
      name: definition.name,
      description: definition.description,
      schema: definition.schema(STUDY_LIMITS) as never,
    }),
  );
  return (script) =>
    scripted(script, async () => {
      const { model, seed, turns } = script.task;
      const client = await makeModel({ model, seed, environment: {}, remainingMs: () => Number.POSITIVE_INFINITY });
      const agent = deep
        ? createDeepAgent({ model: withProfile(client, "react"), tools })
        : createAgent({ model: client, tools });
      return agent.invoke({ messages: [new HumanMessage(turns[0]!)] }, { recursionLimit: 1_000 });
    });
}

/** A tool's query, without what the agent does around it. Tools that read files find none and fail, here as idle. */
async function work(definition: ToolDefinition, input: unknown, context: ToolContext): Promise<string> {
  try {
    return JSON.stringify(await definition.run(input, context));
  } catch (error) {
    return String(error);
  }
}

function contextOn(substrate: Substrate): ToolContext {
  const files = { read: () => Promise.resolve(null), list: () => Promise.resolve([]) } as unknown as AgentFiles;
  return {
    substrate,
    files,
    calls: new CallLog(files),
    limits: STUDY_LIMITS,
    families: TOOL_FAMILIES,
    subAgent: () => null,
    turn: () => 0,
    elapsedMs: startStopwatch(),
    signal: new AbortController().signal,
  };
}
