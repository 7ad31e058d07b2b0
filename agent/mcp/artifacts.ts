import { McpError, type Resource, type TextResourceContents } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { isHidden, openText } from "../tools/artifact-files.ts";
import { runCall } from "../tools/call-tool.ts";
import { artifactLink } from "../tools/collect-sources.ts";
import { defineTool } from "../tools/tool.ts";
import { ToolFailure } from "../tools/tool-failure.ts";
import { nameOfThread } from "../turns/thread-name.ts";
import type { ToolContext } from "../turns/tool-context.ts";

/** Longest text that is handed over whole, in characters. Longer ones are read in parts by the artifact tools. */
const MAX_CHARS = 1_000_000;
/** The protocol's code for a resource that cannot be given. */
const RESOURCE_NOT_FOUND = -32_002;

/** The thread's files that an agent may see, as MCP resources; each URI is the one that an answer cites. */
export async function listArtifacts({ files, families }: ToolContext): Promise<Resource[]> {
  if (!families.includes("artifact")) return [];
  const entries = (await files.list()).filter((entry) => !isHidden(entry.path));
  return entries.map(({ path, mimeType, sizeBytes }) => ({
    uri: artifactLink(nameOfThread(files.scope), path),
    name: path,
    mimeType,
    size: sizeBytes,
  }));
}

/**
 * Reading a resource is a call like any other: recorded, counted, and part of the family `artifact`.
 * @throws McpError with the structured error as its data
 */
export async function readArtifact(uri: string, context: ToolContext): Promise<TextResourceContents[]> {
  const refusal = context.families.includes("artifact")
    ? undefined
    : new ToolFailure("family_disabled", "Artifacts are switched off.");
  const name = readResource.name;
  const record = await runCall({ name, arguments: { uri }, tool: readResource, refusal, context });
  if (record.error) throw new McpError(RESOURCE_NOT_FOUND, record.error.message, record.error);
  const { text, mime_type: mimeType } = JSON.parse(record.preview) as { text: string; mime_type: string };
  return [{ uri, mimeType, text }];
}

const readResource = defineTool({
  name: "resources/read",
  family: "artifact",
  description: "Reads an artifact of the thread by its URI.",
  schema: () => z.strictObject({ uri: z.string().max(2048) }),
  async run({ uri }, context) {
    const file = await openText(pathOf(uri, nameOfThread(context.files.scope)), context);
    if (file.content.length > MAX_CHARS)
      throw new ToolFailure(
        "result_too_large",
        `${file.path} has ${file.content.length} characters, more than ${MAX_CHARS}.`,
        "Read parts of it with artifact_slice or artifact_grep.",
      );
    return { type: "view", value: { text: file.content, mime_type: file.mimeType }, truncated: false };
  },
});

/** Only links of this very thread name a file. */
function pathOf(uri: string, thread: string): string {
  const prefix = artifactLink(thread, "");
  try {
    if (uri.startsWith(prefix)) return decodeURI(uri.slice(prefix.length));
  } catch (cause) {
    throw new ToolFailure("not_found", "The URI is not well encoded.", "Use a URI as it was given.", { cause });
  }
  throw new ToolFailure("not_found", "The URI names no artifact of this thread.", "Use a URI as it was given.");
}
