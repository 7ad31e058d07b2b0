import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { textWithout } from "../knowledge/without-tools.ts";
import { artifactLink } from "../tools/collect-sources.ts";
import { callTool, describeTools, toolsOutside } from "../tools/registry.ts";
import type { CallRecord } from "../turns/call-log.ts";
import { nameOfThread } from "../turns/thread-name.ts";
import type { ToolContext } from "../turns/tool-context.ts";
import { listArtifacts, readArtifact } from "./artifacts.ts";

const INSTRUCTIONS = `Read-only tools over one snapshot of test cases, backlog items and the links between them. A result from the database is stored in full as an artifact of this thread and shown as a preview; artifact_overview, artifact_slice and artifact_grep look into it. An error names its code and says how to repair the call.`;

/** The agent's tools for one client: the same definitions, guards, limits, offload and records that our own agent has. */
export function makeMcpServer(context: ToolContext): Server {
  const info = { name: "scopebench", title: "scopebench tools", version: "1" };
  const server = new Server(info, {
    capabilities: { tools: {}, resources: {} },
    instructions: textWithout(INSTRUCTIONS, toolsOutside(context.families)),
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listTools(context) }));
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: await listArtifacts(context) }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, { signal }) => {
    return { contents: await readArtifact(params.uri, { ...context, cancel: signal }) };
  });
  // Not `setRequestHandler`: the SDK's own check would refuse a malformed call before it is recorded.
  server.fallbackRequestHandler = async ({ method, params }, { signal }) => {
    if (method !== "tools/call") throw new McpError(ErrorCode.MethodNotFound, `There is no method ${method}`);
    const record = await callTool(nameOf(params?.name), params?.arguments ?? {}, { ...context, cancel: signal });
    return toResult(record, context);
  };
  return server;
}

/** Whatever stands where a name should: it is recorded as what was called. */
function nameOf(name: unknown): string {
  return typeof name === "string" ? name : (JSON.stringify(name) ?? "");
}

function listTools({ limits, families }: ToolContext): Tool[] {
  return describeTools(limits, families).map(({ name, family, description, schema }) => ({
    name,
    description,
    inputSchema: schema as Tool["inputSchema"],
    // What is written adds a revision of a file of the thread; nothing is lost, and nothing outside is reached.
    annotations: { destructiveHint: false, openWorldHint: false },
    _meta: { family },
  }));
}

/**
 * The preview as text and as structure, so that a model sees what our own agent's model sees. The full result's URI stands
 * beside it: as a second part of the content, some clients would wrap both in JSON once more.
 */
function toResult(record: CallRecord, { files }: ToolContext): CallToolResult {
  return {
    content: [{ type: "text", text: record.preview }],
    structuredContent: JSON.parse(record.preview) as Record<string, unknown>,
    isError: record.status === "error",
    ...(record.resultPath && { _meta: { resource: artifactLink(nameOfThread(files.scope), record.resultPath) } }),
  };
}
