import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROUTES } from "../../../assistant/routes/index.ts";
import { nonEmpty } from "../../non-empty.ts";
import { QUESTION, type Served, serveSmall } from "../served.ts";

/** Every operation of the Agent Protocol's OpenAPI document, 0.1.6 (github.com/langchain-ai/agent-protocol, commit 75318247). */
const OPERATIONS = `
POST /agents/search
GET /agents/{agent_id}
GET /agents/{agent_id}/schemas
POST /threads
POST /threads/search
GET /threads/{thread_id}/history
POST /threads/{thread_id}/copy
GET /threads/{thread_id}
DELETE /threads/{thread_id}
PATCH /threads/{thread_id}
GET /threads/{thread_id}/runs
POST /threads/{thread_id}/runs
POST /threads/{thread_id}/runs/stream
POST /threads/{thread_id}/runs/wait
GET /threads/{thread_id}/runs/{run_id}
DELETE /threads/{thread_id}/runs/{run_id}
GET /threads/{thread_id}/runs/{run_id}/wait
GET /threads/{thread_id}/runs/{run_id}/stream
POST /threads/{thread_id}/runs/{run_id}/resume
POST /threads/{thread_id}/runs/{run_id}/cancel
POST /runs
POST /runs/stream
POST /runs/wait
PUT /store/items
DELETE /store/items
GET /store/items
POST /store/items/search
POST /store/namespaces`
  .trim()
  .split("\n");

let served: Served;
beforeAll(async () => {
  served = await serveSmall("memory://", { reviewed: ["trace_links"] });
});
afterAll(() => served?.close());

async function call<Reply>(operation: string, path: string, body?: object): Promise<Reply> {
  const [method] = operation.split(" ");
  const init = { method, headers: { "content-type": "application/json" }, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${served.url}${path}`, init);
  expect([operation, response.status]).toEqual([operation, expect.toBeOneOf([200, 202, 204])]);
  const text = await response.text();
  return (text === "" ? undefined : JSON.parse(text)) as Reply;
}

type Run = { run_id: string; thread_id: string; agent_id: string; status: string };
type Waited = { run: Run; values: object; messages: { role: string; content: string }[] };

it("has a route for every operation of the Agent Protocol's document", () => {
  const served = ROUTES.map(({ method, path }) => `${method} ${path}`);
  for (const operation of nonEmpty(OPERATIONS)) expect(served).toContain(operation);
});

it("serves a client that knows the Agent Protocol's document alone: finds an agent, asks, decides, reads the answer", async () => {
  const agents = await call<{ agent_id: string; capabilities: object }[]>("POST", "/agents/search", { limit: 2 });
  expect(agents).toMatchObject([{ capabilities: { "ap.io.messages": true } }, {}]);
  const { agent_id } = agents[1]!;
  expect(await call("GET", `/agents/${agent_id}`)).toEqual(agents[1]);
  const schemas = { agent_id, input_schema: expect.any(Object), output_schema: expect.any(Object) };
  expect(await call("GET", `/agents/${agent_id}/schemas`)).toMatchObject(schemas);

  const thread_id = randomUUID();
  await call("POST", "/threads", { thread_id });
  const messages = [{ role: "user", content: QUESTION }];
  const first = await call<Run>("POST", `/threads/${thread_id}/runs`, { agent_id, messages });
  expect(first).toMatchObject({ thread_id, agent_id });
  let waited = await call<Waited>("GET", `/threads/${thread_id}/runs/${first.run_id}/wait`);
  expect(waited.run.status).toBe("interrupted");
  for (let left = 20; waited.run.status === "interrupted" && left > 0; left--) {
    const path = `/threads/${thread_id}/runs/${waited.run.run_id}/resume`;
    const { run_id } = await call<Run>("POST", path, { input: { decisions: [{ type: "approve" }] } });
    waited = await call<Waited>("GET", `/threads/${thread_id}/runs/${run_id}/wait`);
  }
  expect(waited.run).toMatchObject({ status: "success", agent_id });
  expect(waited.messages[0]).toMatchObject(messages[0]!);
  expect(waited.messages.at(-1)).toMatchObject({
    role: "assistant",
    content: expect.stringContaining("## Recommended"),
  });
  expect(await call("GET", `/threads/${thread_id}/history?limit=1`)).toMatchObject([{ checkpoint: {}, values: {} }]);
});

it("runs its first agent where none is named", async () => {
  const runs = await call<Run>("POST", "/runs", { messages: [{ role: "user", content: QUESTION }] });
  const [first] = await call<{ agent_id: string }[]>("POST", "/agents/search", { limit: 1 });
  expect(runs.agent_id).toBe(first!.agent_id);
});
