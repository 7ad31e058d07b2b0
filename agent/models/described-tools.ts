import { convertToOpenAITool } from "@langchain/core/utils/function_calling";

const known = new WeakMap<object, string>();

/** Tools as a provider is told of them: names, descriptions and JSON Schemas of their arguments, which are input like any other. */
export function describeTools(tools: readonly object[]): string {
  return tools.map(describe).join("");
}

function describe(tool: object): string {
  const found = known.get(tool) ?? JSON.stringify(convertToOpenAITool(tool));
  known.set(tool, found);
  return found;
}
