import type { Route } from "./route.ts";

/** The routes as an OpenAPI 3.1 document: what is refused is marked so, with what to do instead. */
export function openApiDocument(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route);
    paths[route.path] = operations;
  }
  return {
    openapi: "3.1.0",
    info: { title: "scopebench assistant", version: "1", description: "LangGraph Agent Server API" },
    paths,
  };
}

function operationOf({ method, path, summary, serve, raw }: Route): object {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: "path", required: true, schema: { type: "string" } },
  }));
  const common = { summary, parameters };
  if (typeof serve !== "function")
    return {
      ...common,
      "x-refused": serve.instead,
      responses: { [serve.status ?? 501]: { description: serve.instead } },
    };
  const type = raw ? "application/octet-stream" : "application/json";
  const hasBody = method !== "GET" && method !== "DELETE";
  return {
    ...common,
    ...(hasBody && { requestBody: { content: { [type]: { schema: {} } } } }),
    responses: { 200: { description: "as summarised" }, default: { description: "{detail}: what was wrong" } },
  };
}
