import { ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool, type StructuredTool, type ToolRunnableConfig } from "@langchain/core/tools";
import type { ToolContext } from "../turns/tool-context.ts";
import { argumentSchema } from "./argument-schema.ts";
import { runCall } from "./call-tool.ts";
import type { ToolDefinition } from "./tool.ts";

/**
 * A definition as a LangChain tool. Its ToolMessage has the preview as `content` and the call's record as `artifact`.
 * LangChain throws on arguments that do not fit a schema, before the tool sees them, and the call would go unrecorded:
 * so its own check gets a schema that publishes ours and accepts everything, and `runCall` does the checking.
 */
export function toLangChainTool(
  tool: ToolDefinition,
  { context, description }: { context: ToolContext; description: string },
): StructuredTool {
  return new DynamicStructuredTool({
    name: tool.name,
    description,
    schema: argumentSchema(tool, context.limits, context.descriptions).permissive,
    func: async (input: unknown, _runManager, config?: ToolRunnableConfig) => {
      const review = context.reviews?.get(config?.toolCall?.id ?? "");
      const record = await runCall({ name: tool.name, arguments: input, tool, review, context, config });
      return new ToolMessage({
        name: tool.name,
        content: record.preview,
        artifact: record,
        status: record.status,
        tool_call_id: config?.toolCall?.id ?? "",
      });
    },
  });
}
