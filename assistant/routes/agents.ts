import { z } from "zod";
import { type Assistant, toProtocol } from "../protocol/assistants.ts";
import { page, parse } from "../protocol/protocol.ts";
import { toAgentMessages } from "../service/agent-protocol.ts";
import { schemas } from "./assistants.ts";
import type { Call, Reply, Route } from "./route.ts";
import { asRun, create, join, storedRun } from "./runs.ts";

/** What the Agent Protocol has beside the routes that it shares with LangGraph's server. */
export const AGENT_ROUTES: readonly Route[] = [
  { method: "POST", path: "/agents/search", summary: "Assistants, as the Agent Protocol has them", serve: search },
  {
    method: "GET",
    path: "/agents/{agent_id}",
    summary: "One of them, by id or name",
    serve: async ({ service, params }) => ({ body: toAgent(service.assistant(params.agent_id!), service.startedAt) }),
  },
  { method: "GET", path: "/agents/{agent_id}/schemas", summary: "Its schemas", serve: agentSchemas },
  {
    method: "GET",
    path: "/threads/{thread_id}/runs/{run_id}/wait",
    summary: "Wait for a run: {run, values, messages}, as the Agent Protocol has it",
    serve: waitForRun,
  },
  {
    method: "POST",
    path: "/threads/{thread_id}/runs/{run_id}/resume",
    summary: "Decide on the call that a run waits for ({input}: as `command.resume`), by a new run",
    serve: resume,
  },
];

const agentSearch = z.object({
  name: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  ...page,
});

async function search({ service, body }: Call): Promise<Reply> {
  const { name, metadata, limit, offset } = parse(agentSearch, body);
  const found = service.assistants
    .map((assistant) => toAgent(assistant, service.startedAt))
    .filter((agent) => !name || agent.name === name)
    .filter((agent) => Object.entries(metadata ?? {}).every(([key, value]) => agent.metadata[key] === value));
  return { body: found.slice(offset, offset + limit) };
}

function toAgent(assistant: Assistant, startedAt: string) {
  const { assistant_id, name, description, metadata } = toProtocol(assistant, startedAt);
  return {
    ...{ agent_id: assistant_id, name, metadata: metadata as Record<string, unknown> },
    ...(description !== null && { description }),
    capabilities: { "ap.io.messages": true },
  };
}

async function agentSchemas(call: Call): Promise<Reply> {
  const { assistant_id } = toProtocol(call.service.assistant(call.params.agent_id!), call.service.startedAt);
  const reply = await schemas({ ...call, params: { assistant_id } });
  return { body: { agent_id: assistant_id, ...(reply!.body as object) } };
}

async function waitForRun(call: Call): Promise<Reply> {
  const joined = await join(call);
  const { messages: _, ...values } = joined!.body as { messages?: unknown };
  const run = asRun(await storedRun(call));
  return { body: { run, values, messages: toAgentMessages(joined!.body as object) } };
}

async function resume(call: Call): Promise<Reply> {
  const { assistant_id } = await storedRun(call, "decide");
  const { input } = (call.body ?? {}) as { input?: unknown };
  return create({ ...call, body: { ...(call.body as object), assistant_id, input: null, command: { resume: input } } });
}
