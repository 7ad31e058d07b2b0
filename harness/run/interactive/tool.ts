import { randomUUID } from "node:crypto";
import { TOOL_FAMILIES } from "../../../agent/contract/contract.ts";
import { familiesOn } from "../../../agent/contract/families.ts";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { JournalFiles } from "../../../agent/filesystem/journal-files.ts";
import { callTool, describeTools } from "../../../agent/tools/registry.ts";
import { CallLog } from "../../../agent/turns/call-log.ts";
import { startStopwatch } from "../../../base/stopwatch.ts";
import type { Io } from "../../print/io.ts";
import { printable, wrap } from "../../print/text.ts";
import { toAgentLimits } from "../../record/config/limits-schema.ts";
import type { Config } from "../../record/config/schema.ts";
import { parseArguments } from "./check-tool-call.ts";
import { withServices } from "./with-services.ts";

/** Every tool with what a model is told of it, and its arguments. */
export function listTools(config: Config, columns: number): string {
  const families = config.tool_families ?? TOOL_FAMILIES;
  return describeTools(toAgentLimits(config.limits))
    .filter((tool) => families.some((family) => family === tool.family))
    .map(
      (tool) =>
        `${tool.name}  (${tool.family})  ${argumentNames(tool.schema)}\n${wrap(tool.description, columns - 2, "  ")}`,
    )
    .join("\n");
}

function argumentNames(schema: Record<string, unknown>): string {
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const names = Object.keys((schema.properties as Record<string, unknown> | undefined) ?? {});
  return `{ ${names.map((name) => (required.has(name) ? name : `${name}?`)).join(", ")} }`;
}

interface ToolCall {
  config: Config;
  io: Io;
  full: boolean;
}

/** One call through the path of an agent's call. Exit code 0, or 1 when the tool gave an error. */
export async function callNamedTool(name: string, json: string, { config, io, full }: ToolCall): Promise<number> {
  const input = parseArguments(json);
  return withServices({ config, io }, async (services) => {
    const files = new AgentFiles(new JournalFiles(null), { assistantId: "cli", threadId: randomUUID() });
    const substrate = await services.substrate();
    const record = await callTool(name, input, {
      substrate,
      files,
      calls: new CallLog(files),
      limits: toAgentLimits(config.limits),
      families: familiesOn(substrate.manifest.mapping, config.tool_families),
      subAgent: () => null,
      turn: () => 0,
      elapsedMs: startStopwatch(),
      signal: io.signal,
    });
    const stored = full && record.resultPath ? await files.read(record.resultPath) : null;
    io.out(printable(typeof stored?.content === "string" ? stored.content : record.preview));
    return record.status === "success" ? 0 : 1;
  });
}
