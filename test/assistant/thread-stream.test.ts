import { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nonEmpty } from "../non-empty.ts";
import { QUESTION, type Served, serveSmall } from "./served.ts";

let served: Served;
let client: Client;
beforeAll(async () => {
  served = await serveSmall("memory://");
  client = new Client({ apiUrl: served.url, apiKey: null });
});
afterAll(() => served?.close());

const ASK = { input: { messages: [{ role: "user", content: QUESTION }] } };
const SAFE = { ...ASK, config: { configurable: { safe_mode: ["trace_links"] } } };
type State = { messages: { type: string; name?: string; content: string }[] };

it("a thread's stream of the SDK tells a run's messages, calls and states, makes the thread, and ends with the run", async () => {
  const thread = client.threads.stream(crypto.randomUUID(), { assistantId: "scopebench" });
  const texts: string[] = [];
  const calls = new Map<string, string>();
  const { run_id } = (await thread.run.start(ASK)) as { run_id: string };
  const messages = (async () => {
    for await (const message of thread.messages) texts.push(await message.text);
  })();
  const tools = (async () => {
    for await (const call of thread.toolCalls) {
      await call.output;
      calls.set(call.callId, call.name);
    }
  })();
  const { messages: said } = (await thread.output) as unknown as State;
  expect(said.at(-1)!.content).toContain("TC-");
  await thread.close();
  await Promise.all([messages, tools]);
  expect(texts.at(-1)).toBe(said.at(-1)!.content);
  expect([...calls.values()]).toEqual(said.filter(({ type }) => type === "tool").map(({ name }) => name));
  expect(await client.runs.get(thread.threadId, run_id)).toMatchObject({ status: "success" });
});

it("a call that waits is told and decided on by the same stream, and who decides on another is told so", async () => {
  const thread = client.threads.stream(crypto.randomUUID(), { assistantId: "scopebench" });
  await thread.run.start(SAFE);
  const events = await thread.subscribe({ channels: ["lifecycle", "input"] });
  const decide = (interrupt_id: string, decision: object) =>
    thread.input.respond({ namespace: [], interrupt_id, response: { decisions: [decision] } });
  const ends: string[] = [];
  while (ends.length < 40) {
    for await (const event of events)
      if (event.method === "lifecycle" && event.params.data.event !== "running") ends.push(event.params.data.event);
    if (ends.at(-1) !== "interrupted") break;
    const { interruptId } = thread.interrupts.at(-1)!;
    if (ends.length === 1) await expect(decide("another", { type: "approve" })).rejects.toThrow("no longer waiting");
    await decide(interruptId, { type: "approve" });
  }
  expect(ends.slice(0, 1)).toEqual(["interrupted"]);
  expect(ends.at(-1)).toBe("completed");
  await thread.close();
});

it("says which commands it does not know and what to do instead", async () => {
  const { thread_id } = await client.threads.create();
  const send = async (body: object) => {
    const response = await fetch(`${served.url}/threads/${thread_id}/commands`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { type: string; error: string; message: string };
  };
  const refused = await Promise.all([
    send({ id: 1, method: "state.get", params: { namespace: [] } }),
    send({ id: 2, method: "run.start", params: {} }),
    send({ id: 3, method: "input.respond", params: { interrupt_id: "x", response: {}, namespace: [] } }),
  ]);
  for (const answer of nonEmpty(refused)) expect(answer).toMatchObject({ type: "error" });
  expect(refused.map(({ error }) => error)).toEqual(["not_supported", "invalid_argument", "no_such_interrupt"]);
  expect(refused[0]!.message).toContain("/state");
});
