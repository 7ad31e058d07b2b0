import { GRAPH_ID, toProtocol } from "../assistants.ts";
import { assistantSearch, parse } from "../protocol.ts";
import type { Route } from "./route.ts";

const FIXED = {
  instead: "assistants are the configurations of bench.yaml: change that file and start the service again",
};

export const ASSISTANT_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/assistants/search",
    summary: "The configurations that can be asked",
    async serve({ service, body }) {
      const { limit, offset, graph_id, metadata } = parse(assistantSearch, body);
      const all = service.assistants.map((assistant) => toProtocol(assistant, service.startedAt));
      const found = all.filter(
        (assistant) =>
          (!graph_id || graph_id === GRAPH_ID) &&
          Object.entries(metadata ?? {}).every(
            ([name, value]) => (assistant.metadata as Record<string, unknown>)[name] === value,
          ),
      );
      return { body: found.slice(offset, offset + limit), headers: { "x-pagination-total": String(found.length) } };
    },
  },
  {
    method: "POST",
    path: "/assistants/count",
    summary: "How many configurations can be asked",
    serve: async ({ service }) => ({ body: service.assistants.length }),
  },
  {
    method: "GET",
    path: "/assistants/{assistant_id}",
    summary: "One configuration, by id or name",
    serve: async ({ service, params }) => ({
      body: toProtocol(service.assistant(params.assistant_id!), service.startedAt),
    }),
  },
  { method: "POST", path: "/assistants", summary: "Make an assistant", serve: FIXED },
  { method: "PATCH", path: "/assistants/{assistant_id}", summary: "Change an assistant", serve: FIXED },
  { method: "DELETE", path: "/assistants/{assistant_id}", summary: "Delete an assistant", serve: FIXED },
  { method: "GET", path: "/assistants/{assistant_id}/graph", summary: "Its graph", serve: notTold("graph") },
  { method: "GET", path: "/assistants/{assistant_id}/schemas", summary: "Its schemas", serve: notTold("schemas") },
];

function notTold(what: string): { instead: string } {
  return { instead: `no ${what} is told; the input is \`messages\`, as /openapi.json says` };
}
