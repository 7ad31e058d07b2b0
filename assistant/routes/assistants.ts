import { randomUUID } from "node:crypto";
import { z } from "zod";
import { GRAPH_ID, toProtocol } from "../protocol/assistants.ts";
import { assistantSearch, configurable, message, parse, runInput } from "../protocol/protocol.ts";
import type { Call, Reply, Route } from "./route.ts";

const FIXED = {
  instead: "assistants are the configurations of bench.yaml: change that file and start the service again",
};
const WHOLE = { instead: "executors are told of in /graph and, with stream_subgraphs, in the stream" };

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
  { method: "GET", path: "/assistants/{assistant_id}/graph", summary: "Its graph", serve: graph },
  { method: "GET", path: "/assistants/{assistant_id}/schemas", summary: "Its schemas", serve: schemas },
  { method: "GET", path: "/assistants/{assistant_id}/subgraphs", summary: "Its subgraphs", serve: WHOLE },
  { method: "POST", path: "/assistants/{assistant_id}/versions", summary: "Its versions", serve: FIXED },
  { method: "POST", path: "/assistants/{assistant_id}/latest", summary: "Choose a version", serve: FIXED },
];

async function graph({ service, params }: Call): Promise<Reply> {
  const thread = { id: randomUUID(), key: randomUUID() };
  const compiled = await service.options.agent.graph(service.task(service.assistant(params.assistant_id!), thread));
  return { body: (await compiled.getGraphAsync()).toJSON() };
}

export async function schemas({ service, params }: Call): Promise<Reply> {
  service.assistant(params.assistant_id!);
  const messages = z.toJSONSchema(z.object({ messages: z.array(message) }));
  return {
    body: {
      ...{
        graph_id: GRAPH_ID,
        input_schema: z.toJSONSchema(runInput),
        output_schema: messages,
        state_schema: messages,
      },
      ...{ config_schema: z.toJSONSchema(configurable), context_schema: null },
    },
  };
}
