import { z } from "zod";
import type { ToolDescriptions } from "../contract/configuration.ts";
import type { AgentLimits } from "../contract/limits.ts";
import type { ToolDefinition } from "./tool.ts";

export interface ArgumentSchema {
  /** What a call is checked with. */
  check: z.ZodType;
  /** What a model is told. */
  json: Record<string, unknown>;
  /** Publishes `json` and accepts everything: for LangChain, which would throw before the tool sees the call. */
  permissive: z.ZodType;
}

/** Making the schemas of all tools takes some 30 ms, an execution has 100: so they are made once for equal limits. */
const MADE = new WeakMap<ToolDefinition, Map<string, ArgumentSchema>>();

/** A tool's arguments under these limits. */
export function argumentSchema(
  tool: ToolDefinition,
  limits: AgentLimits,
  descriptions: ToolDescriptions = "full",
): ArgumentSchema {
  const byLimits = MADE.get(tool) ?? new Map<string, ArgumentSchema>();
  MADE.set(tool, byLimits);
  const key = JSON.stringify([limits, descriptions]);
  let schema = byLimits.get(key);
  if (!schema) {
    const check = tool.schema(limits);
    const override = descriptions === "compact" ? withoutDescription : undefined;
    const { $schema: _dialect, ...json } = z.toJSONSchema(check, { io: "input", override });
    schema = { check, json, permissive: z.unknown().meta(json) };
    byLimits.set(key, schema);
  }
  return schema;
}

function withoutDescription({ jsonSchema }: { jsonSchema: { description?: string } }): void {
  delete jsonSchema.description;
}
