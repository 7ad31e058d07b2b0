import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { estimateTokens } from "../models/tokens.ts";

/** A tool as a chat model sees it: a name, a description, and a JSON Schema of its arguments. */
export interface ToolSpec {
  name: string;
  description: string;
  parameters: Readonly<Record<string, ParameterSpec>>;
  required: readonly string[];
  /** What it costs to tell a model of it. */
  tokens: number;
}

interface ParameterSpec {
  type?: string;
  description?: string;
  enum?: readonly unknown[];
  items?: ParameterSpec;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
}

/** The conversion costs far more than a policy model's thinking, and an agent binds the same tools at each request. */
const SPECS = new WeakMap<object, ToolSpec>();

export function toToolSpec(tool: BindToolsInput): ToolSpec {
  const known = SPECS.get(tool);
  if (known) return known;
  const { function: converted } = convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]);
  const schema = (converted.parameters ?? {}) as { properties?: ToolSpec["parameters"]; required?: readonly string[] };
  const spec: ToolSpec = {
    name: converted.name,
    description: converted.description ?? "",
    parameters: schema.properties ?? {},
    required: schema.required ?? [],
    tokens: estimateTokens(JSON.stringify(converted)),
  };
  SPECS.set(tool, spec);
  return spec;
}
