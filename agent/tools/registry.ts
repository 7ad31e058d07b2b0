import type { StructuredTool } from "@langchain/core/tools";
import { compareText, hashOf } from "../../db/base/hash.ts";
import type { AgentLimits } from "../contract.ts";
import { STUDY_LIMITS } from "../limits.ts";
import type { CallRecord } from "./call-log.ts";
import { runCall } from "./call-tool.ts";
import { hybridSearch } from "./hybrid-search.ts";
import { keywordSearch } from "./keyword-search.ts";
import { inputJsonSchema, toLangChainTool } from "./langchain.ts";
import type { ToolContext, ToolDefinition } from "./tool.ts";
import { vectorSearch } from "./vector-search.ts";

/** Every tool there is, by name. Lists, help, prompts and error texts derive from it. */
export const TOOLS = {
  keyword_search: keywordSearch,
  vector_search: vectorSearch,
  hybrid_search: hybridSearch,
} as const satisfies Record<string, ToolDefinition>;

export type ToolName = keyof typeof TOOLS;

/** The tools of the context's families, for an agent. */
export function makeTools(context: ToolContext): StructuredTool[] {
  return definitions()
    .filter((tool) => context.families.includes(tool.family))
    .map((tool) => toLangChainTool(tool, context));
}

/**
 * One call by name, exactly as an agent's call runs; also for calls that no tool takes (an unknown name, a family that is
 * switched off, arguments that were not JSON), which are recorded as errors.
 */
export async function callTool(name: string, args: unknown, context: ToolContext): Promise<CallRecord> {
  const tool = definitions().find(
    (candidate) => candidate.name === name && context.families.includes(candidate.family),
  );
  return (await runCall({ tool, name, arguments: args, context })).record;
}

/** Hash over what a model is told of the tools: names, families, descriptions, argument schemas. */
export function toolCatalogHash(limits: AgentLimits = STUDY_LIMITS): string {
  return hashOf(describeTools(limits));
}

/** Name, family, description and argument schema of every tool, by name. */
export function describeTools(
  limits: AgentLimits,
): { name: string; family: string; description: string; schema: Record<string, unknown> }[] {
  return definitions()
    .map((tool) => ({
      name: tool.name,
      family: tool.family,
      description: tool.description,
      schema: inputJsonSchema(tool, limits),
    }))
    .sort((a, b) => compareText(a.name, b.name));
}

function definitions(): ToolDefinition[] {
  return Object.values(TOOLS);
}
