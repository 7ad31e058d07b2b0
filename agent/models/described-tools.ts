import { convertToOpenAITool } from "@langchain/core/utils/function_calling";

type Described = ReturnType<typeof convertToOpenAITool>;

/** The conversion costs more than all else that is done with a tool here, and an agent binds the same ones at each request. */
const DESCRIBED = new WeakMap<object, Described>();

/** A tool as a provider is told of it: name, description and JSON Schema of its arguments. */
export function describeTool(tool: object): Described {
  const found = DESCRIBED.get(tool) ?? convertToOpenAITool(tool);
  DESCRIBED.set(tool, found);
  return found;
}

const TEXTS = new WeakMap<object, string>();

/** The same as JSON. It is counted at each request. */
export function describedText(tool: object): string {
  const found = TEXTS.get(tool) ?? JSON.stringify(describeTool(tool));
  TEXTS.set(tool, found);
  return found;
}
