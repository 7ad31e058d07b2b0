import type { AgentMiddleware } from "langchain";

/** Tool's name -> the argument schema of the first tool of that name. */
const SCHEMAS = new Map<string, unknown>();

/**
 * A library's middleware whose tools have the argument schemas of those that were made first. The library makes equal ones for
 * each execution, and LangChain, which keeps by the schema what a model is told of it, would convert each anew: that took a
 * quarter of what an execution costs beyond its tools.
 */
export function shareSchemas<Middleware extends Pick<AgentMiddleware, "tools">>(middleware: Middleware): Middleware {
  for (const tool of middleware.tools ?? []) {
    if (!("schema" in tool)) continue;
    const name = String(tool.name);
    if (!SCHEMAS.has(name)) SCHEMAS.set(name, tool.schema);
    Object.assign(tool, { schema: SCHEMAS.get(name) });
  }
  return middleware;
}
