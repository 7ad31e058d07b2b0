import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import { describeTool } from "../models/described-tools.ts";
import { estimateTokens } from "../models/tokens.ts";

/** A tool as a chat model sees it, as far as one goes by it here. */
export interface ToolSpec {
  name: string;
  /** JSON Schemas of its arguments. */
  parameters: Readonly<Record<string, { maximum?: number }>>;
  /** What it costs to tell a model of it. */
  tokens: number;
}

/** An agent binds the same tools at each request. */
const SPECS = new WeakMap<object, ToolSpec>();

export function toToolSpec(tool: BindToolsInput): ToolSpec {
  const known = SPECS.get(tool);
  if (known) return known;
  const { function: converted } = describeTool(tool);
  const { properties: parameters = {} } = (converted.parameters ?? {}) as { properties?: ToolSpec["parameters"] };
  const spec = { name: converted.name, parameters, tokens: estimateTokens(JSON.stringify(converted)) };
  SPECS.set(tool, spec);
  return spec;
}
