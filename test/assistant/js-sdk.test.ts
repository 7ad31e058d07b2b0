import * as xlsx from "@e965/xlsx";
import { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nonEmpty } from "../non-empty.ts";
import { QUESTION, type Served, serveSmall } from "./served.ts";

let served: Served;
let client: Client;
let url: string;
beforeAll(async () => {
  served = await serveSmall("memory://");
  url = served.url;
  client = new Client({ apiUrl: url, apiKey: null });
});
afterAll(() => served?.close());

const ASK = { input: { messages: [{ type: "human", id: "question-1", content: QUESTION }] } };
const streamed = async (stream: AsyncIterable<{ id?: string; event: string; data: unknown }>) => {
  const events: { id?: string; event: string; data: unknown }[] = [];
  for await (const event of stream) events.push(event);
  return events;
};
interface Message {
  id: string;
  type: string;
  content: string;
}
const messagesOf = (values: unknown) => (values as { messages: Message[] }).messages;

describe("the JS SDK, unmodified", () => {
  it("finds an assistant for every configuration", async () => {
    const assistants = await client.assistants.search({ limit: 100 });
    expect(assistants.map(({ name }) => name)).toContain("explorer plan_execute skill_meta");
    expect(assistants).toHaveLength(6);
    const [first] = assistants;
    expect(await client.assistants.get(first!.assistant_id)).toEqual(first);
    expect(first!.metadata).toMatchObject({ created_by: "system", stand_in: true });
  });

  it("asks and follows a run: states, messages and steps come as they happen, with the ids that the state has", async () => {
    const { thread_id } = await client.threads.create();
    const events = await streamed(
      client.runs.stream(thread_id, "scopebench", {
        ...ASK,
        streamMode: ["values", "messages-tuple", "custom", "updates"],
      }),
    );
    expect(events[0]).toMatchObject({ event: "metadata", data: { run_id: expect.any(String) } });
    const steps = events.filter(({ event }) => event === "custom").map(({ data }) => data as { tool: string });
    expect(steps.length).toBeGreaterThan(1);
    const state = await client.threads.getState(thread_id);
    const inState = messagesOf(state.values).map(({ id }) => id);
    const heard = events.filter(({ event }) => event === "messages").map(({ data }) => (data as [Message])[0].id);
    expect(inState[0]).toBe("question-1");
    expect(inState.slice(1)).toEqual([...new Set(heard)]);
    expect(messagesOf(events.findLast(({ event }) => event === "values")?.data)).toEqual(messagesOf(state.values));
    expect(messagesOf(state.values).at(-1)!.content).toContain("## Recommended");
    const history = await client.threads.getHistory(thread_id, { limit: 100 });
    expect(history.length).toBeGreaterThan(3);
    expect(history.at(-1)!.parent_checkpoint).toBeNull();
    const early = history.at(-2)!;
    expect((await client.threads.getState(thread_id, early.checkpoint)).values).toEqual(early.values);
    await client.threads.create();
    expect((await client.threads.search({ ids: [thread_id] })).map((thread) => thread.thread_id)).toEqual([thread_id]);
    expect((await fetch(`${url}/ok`, { method: "HEAD" })).status).toBe(200);
    expect(await client.threads.get(thread_id)).toMatchObject({ status: "idle", metadata: { graph_id: "scopebench" } });
  });

  it("waits for a run, lists, joins and goes on with a thread", async () => {
    const { thread_id } = await client.threads.create();
    const values = await client.runs.wait(thread_id, "explorer react prompt", ASK);
    expect(messagesOf(values).at(-1)!.content).toContain("TC-");
    const run = await client.runs.create(thread_id, "explorer react prompt", {
      input: { messages: [{ role: "user", content: "Of those, which are automated?" }] },
    });
    expect(
      messagesOf(await client.runs.join(thread_id, run.run_id)).filter(({ type }) => type === "human"),
    ).toHaveLength(2);
    expect((await client.runs.list(thread_id)).map(({ status }) => status)).toEqual(["success", "success"]);
    expect(await client.runs.get(thread_id, run.run_id)).toMatchObject({ thread_id, status: "success" });
  });

  it("takes up a stream where it was dropped, and loses and doubles nothing", async () => {
    const { thread_id } = await client.threads.create();
    const run = await client.runs.create(thread_id, "scopebench", ASK);
    const follow = (lastEventId: string) =>
      streamed(
        client.runs.joinStream(thread_id, run.run_id, { lastEventId, streamMode: ["custom", "messages-tuple"] }),
      );
    const all = await follow("-1");
    for (const at of [1, Math.floor(all.length / 2), all.length - 1])
      expect(await follow(all[at - 1]!.id!)).toEqual(all.slice(at));
  });

  it("ends a run that is at work, and its thread can be asked again", async () => {
    const { thread_id } = await client.threads.create();
    const run = await client.runs.create(thread_id, "scopebench", ASK);
    await client.runs.cancel(thread_id, run.run_id, true);
    expect(await client.runs.get(thread_id, run.run_id)).toMatchObject({ status: "interrupted" });
    const again = { input: { messages: [{ role: "user", content: QUESTION }] } };
    const values = await client.runs.wait(thread_id, "scopebench", again);
    expect(messagesOf(values).at(-1)!.content).toContain("TC-");
  });

  it("searches and deletes threads", async () => {
    const { thread_id } = await client.threads.create({ metadata: { whose: "mine" } });
    await client.runs.wait(thread_id, "scopebench", ASK);
    const [found] = await client.threads.search({ metadata: { whose: "mine" } });
    expect(found).toMatchObject({
      thread_id,
      status: "idle",
      values: { messages: [{ type: "human", content: QUESTION }] },
    });
    await client.threads.delete(thread_id);
    await expect(client.threads.get(thread_id)).rejects.toThrow("404");
    expect(await client.threads.search({ metadata: { whose: "mine" } })).toEqual([]);
  });

  it("copies a thread, whole and apart from the first, what waits on it included", async () => {
    const { thread_id } = await client.threads.create({ metadata: { whose: "copied" } });
    await client.runs.wait(thread_id, "scopebench", ASK);
    const files = async (thread: string) =>
      ((await (await fetch(`${url}/threads/${thread}/files`)).json()) as { path: string; revision: number }[]).map(
        ({ path, revision }) => [path, revision],
      );
    const copy = await client.threads.copy(thread_id);
    expect(copy).toMatchObject({ status: "idle", metadata: { whose: "copied", copied_from: thread_id } });
    const states = async (thread: string) =>
      (await client.threads.getHistory(thread, { limit: 100 })).map(({ values, next }) => ({ values, next }));
    expect(await states(copy.thread_id)).toEqual(await states(thread_id));
    expect((await files(copy.thread_id)).length).toBeGreaterThan(3);
    expect(await files(copy.thread_id)).toEqual(await files(thread_id));
    const before = await states(thread_id);
    await client.runs.wait(copy.thread_id, "scopebench", ASK);
    expect(await states(thread_id)).toEqual(before);
    await client.threads.delete(thread_id);
    expect(messagesOf((await client.threads.getState(copy.thread_id)).values).length).toBeGreaterThan(4);
    const waiting = await client.threads.create();
    const safe = { config: { configurable: { safe_mode: true } } };
    await client.runs.wait(waiting.thread_id, "scopebench", { ...ASK, ...safe });
    const other = await client.threads.copy(waiting.thread_id);
    expect(other.status).toBe("interrupted");
    const command = { resume: { decisions: [{ type: "reject", message: "no" }] } };
    await client.runs.wait(other.thread_id, "scopebench", { ...safe, command });
    expect((await client.threads.get(waiting.thread_id)).interrupts).toEqual(other.interrupts);
  });

  it("forgets a run that is over, and none that is at work", async () => {
    const { thread_id } = await client.threads.create();
    const { run_id } = await client.runs.create(thread_id, "scopebench", ASK);
    await expect(client.runs.delete(thread_id, run_id)).rejects.toThrow("409");
    await client.runs.join(thread_id, run_id);
    await client.runs.delete(thread_id, run_id);
    await expect(client.runs.get(thread_id, run_id)).rejects.toThrow("404");
    expect(messagesOf((await client.threads.getState(thread_id)).values).length).toBeGreaterThan(3);
  });

  it("tells an assistant's graph and schemas", async () => {
    const [assistant] = await client.assistants.search();
    const { nodes, edges } = await client.assistants.getGraph(assistant!.assistant_id);
    const names = nodes.map(({ id }) => id);
    expect(names).toEqual(expect.arrayContaining(["__start__", "model_request", "tools"]));
    for (const { source, target } of nonEmpty(edges)) expect(names).toEqual(expect.arrayContaining([source, target]));
    const schemas = await client.assistants.getSchemas(assistant!.assistant_id);
    expect(schemas).toMatchObject({
      graph_id: "scopebench",
      input_schema: { properties: { messages: expect.any(Object) } },
      config_schema: { properties: { safe_mode: expect.any(Object) } },
    });
  });

  it("gives a result's rows as a workbook, whose texts are no formulas", async () => {
    const { thread_id } = await client.threads.create();
    await client.runs.wait(thread_id, "scopebench", ASK);
    const files = (await (await fetch(`${url}/threads/${thread_id}/files?folder=/results`)).json()) as {
      path: string;
    }[];
    const path = encodeURIComponent(files.find((file) => file.path.includes("trace_links"))!.path);
    const read = (format: string) => fetch(`${url}/threads/${thread_id}/files/content?path=${path}&format=${format}`);
    const response = await read("xlsx");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''\S+trace_links\.xlsx$/);
    const book = xlsx.read(Buffer.from(await response.arrayBuffer()), { cellFormula: true });
    const rows = xlsx.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
    const csv = (await (await read("csv")).text()).split("\n");
    expect(rows[0]).toEqual(csv[0]!.split(","));
    expect(rows.length).toBeGreaterThan(1);
    expect((await read("html")).status).toBe(422);
  });

  it("keeps items in namespaces: written anew, searched, listed, removed", async () => {
    const { store } = client;
    await store.putItem(["notes", "xn"], "a", { text: "first", done: false });
    await store.putItem(["notes", "xn"], "a", { text: "second", done: true });
    await store.putItem(["notes"], "b", { text: "third", done: true });
    expect(await store.getItem(["notes", "xn"], "a")).toMatchObject({
      ...{ namespace: ["notes", "xn"], key: "a", value: { text: "second", done: true } },
    });
    expect(await store.getItem(["notes", "xn"], "none")).toBeNull();
    const found = await store.searchItems(["notes"], { filter: { done: true } });
    expect(found.items.map(({ key }) => key).toSorted()).toEqual(["a", "b"]);
    expect((await store.searchItems(["notes", "xn"])).items.map(({ key }) => key)).toEqual(["a"]);
    expect((await store.listNamespaces({ prefix: ["notes"] })).namespaces).toEqual([["notes"], ["notes", "xn"]]);
    await store.deleteItem(["notes", "xn"], "a");
    expect((await store.searchItems(["notes"])).items.map(({ key }) => key)).toEqual(["b"]);
  });

  it("asks without a thread", async () => {
    const values = await client.runs.wait(null, "scopebench", ASK);
    expect(messagesOf(values).at(-1)!.content).toContain("TC-");
  });
});

describe("Safe Mode through the SDK", () => {
  const pauseIn = (values: unknown) =>
    (values as { __interrupt__?: { id: string; value: { action_requests: { name: string; args: object }[] } }[] })
      .__interrupt__?.[0];
  const safe = { config: { configurable: { safe_mode: true } } };
  const decide = (thread: string, decision: object) =>
    client.runs.wait(thread, "scopebench", { ...safe, command: { resume: { decisions: [decision] } } });

  it("stops before each retrieval; a call is approved, edited or refused, and the record says so", async () => {
    const { thread_id } = await client.threads.create();
    let values: unknown = await client.runs.wait(thread_id, "scopebench", { ...ASK, ...safe });
    const first = pauseIn(values)!;
    expect(first.value).toMatchObject({
      action_requests: [{ name: expect.any(String), args: expect.any(Object) }],
      review_configs: [{ allowed_decisions: ["approve", "edit", "reject"] }],
    });
    expect(await client.threads.get(thread_id)).toMatchObject({
      status: "interrupted",
      interrupts: { [first.id]: [first] },
    });
    expect((await client.threads.getState(thread_id)).tasks[0]!.interrupts[0]).toMatchObject({ id: first.id });
    const { name, args } = first.value.action_requests[0]!;
    await expect(decide(thread_id, { type: "edit", edited_action: { name, args: { no: "such" } } })).rejects.toThrow(
      "422",
    );
    await expect(decide(thread_id, { type: "edit", edited_action: { name: "task", args } })).rejects.toThrow("422");
    values = await decide(thread_id, { type: "reject", message: "not there" });
    const second = pauseIn(values)!.value.action_requests[0]!;
    values = await decide(thread_id, {
      type: "edit",
      edited_action: { name: second.name, args: { ...second.args, limit: "3" } },
    });
    for (let calls = 0; pauseIn(values) && calls < 40; calls++) values = await decide(thread_id, { type: "approve" });
    expect(messagesOf(values).at(-1)!.type).toBe("ai");
    await expect(decide(thread_id, { type: "approve" })).rejects.toThrow("409");
    const records = messagesOf(values).flatMap(
      ({ artifact }: Message & { artifact?: { review?: object; error?: object; arguments: object } }) => artifact ?? [],
    );
    expect(records[0]).toMatchObject({
      error: { code: "rejected" },
      review: { decision: "reject", message: "not there", by: "user" },
    });
    expect(records[1]).toMatchObject({ arguments: { limit: 3 }, review: { decision: "edit", proposed: second.args } });
    expect(records.findLast(({ review }) => review)).toMatchObject({
      review: { decision: "approve", waitedMs: expect.any(Number) },
    });
  });

  it("approves the rest of a kind: kept with the thread, listed, told in the records, and taken back", async () => {
    const { thread_id } = await client.threads.create();
    const approvals = async (method = "GET", path = "") => {
      const response = await fetch(`${url}/threads/${thread_id}/documents/approval${path}`, { method });
      return response.status === 204 ? null : ((await response.json()) as { key: string; author: string }[]);
    };
    let values: unknown = await client.runs.wait(thread_id, "scopebench", { ...ASK, ...safe });
    const asked: string[] = [];
    for (let waiting = pauseIn(values); waiting && asked.length < 40; waiting = pauseIn(values)) {
      asked.push(waiting.value.action_requests[0]!.name);
      values = await decide(thread_id, { type: "approve", rest: true });
    }
    expect(asked).toEqual([...new Set(asked)]); // No kind twice.
    const about = (id: string) => ({
      input: { messages: [{ role: "user", content: `Which tests cover ${id}?` }] },
      ...safe,
    });
    values = await client.runs.wait(thread_id, "scopebench", about("REQ-201"));
    expect(pauseIn(values)).toBeUndefined();
    const records = messagesOf(values).flatMap(
      ({ artifact }: Message & { artifact?: { tool: string; review?: object } }) => artifact ?? [],
    );
    const reviewed = records.filter(({ tool }) => asked.includes(tool));
    expect(reviewed.length).toBeGreaterThan(asked.length);
    for (const { review } of nonEmpty(reviewed)) expect(review).toMatchObject({ decision: "approve", by: "user" });
    expect((await approvals())!.map(({ key, author }) => [key, author])).toEqual(
      asked.toSorted().map((tool) => [tool, "user"]),
    );
    await approvals("DELETE", `/${asked[0]}`);
    expect(
      pauseIn(await client.runs.wait(thread_id, "scopebench", about("REQ-202")))!.value.action_requests[0]!.name,
    ).toBe(asked[0]);
  });

  it("takes back what was approved for a kind when the thread's rule changes, and not when it is said again", async () => {
    const { thread_id } = await client.threads.create();
    const approved = async () => {
      const response = await fetch(`${url}/threads/${thread_id}/documents/approval`);
      return ((await response.json()) as { key: string }[]).map(({ key }) => key);
    };
    const run = (safe_mode: unknown) =>
      client.runs.wait(thread_id, "scopebench", { ...ASK, config: { configurable: { safe_mode } } });
    const approve = () =>
      fetch(`${url}/threads/${thread_id}/documents/approval/trace_links`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
    expect(pauseIn(await run(["trace_links", "graph_impact"]))).toBeDefined();
    await client.runs.wait(thread_id, "scopebench", { command: { goto: "__end__" } as never });
    await approve();
    expect(pauseIn(await run(["graph_impact", "trace_links"]))!.value.action_requests[0]!.name).toBe("graph_impact");
    await client.runs.wait(thread_id, "scopebench", { command: { goto: "__end__" } as never });
    expect(await approved()).toEqual(["trace_links"]);
    await run([]);
    expect(await approved()).toEqual([]);
    await run(["trace_links"]);
    await approve();
    await client.threads.update(thread_id, { metadata: { safe_mode: ["graph_impact"] } });
    expect(await approved()).toEqual([]);
  });

  it("refuses what is no decision with the form of one, and says of what was not looked up that it is not known", {
    timeout: 60_000,
  }, async () => {
    const { thread_id } = await client.threads.create();
    let values: unknown = await client.runs.wait(thread_id, "scopebench", { ...ASK, ...safe });
    for (const resume of [{ type: "accept" }, [{ type: "accept" }], { decisions: ["approve"] }])
      await expect(client.runs.wait(thread_id, "scopebench", { ...safe, command: { resume } })).rejects.toThrow(
        /HTTP 422: .*edited_action/,
      );
    for (let calls = 0; pauseIn(values) && calls < 40; calls++)
      values = await decide(thread_id, { type: "reject", message: "not now" });
    const answer = messagesOf(values).at(-1)!.content;
    expect(answer).toMatch(/^No supported recommendation: .* not wanted, so whether .* is not known/);
    expect(answer).not.toMatch(/no test case is/);
  });

  it("takes one of two decisions on the same call", async () => {
    const { thread_id } = await client.threads.create();
    const { id } = pauseIn(await client.runs.wait(thread_id, "scopebench", { ...ASK, ...safe }))!;
    const resume = { [id]: { decisions: [{ type: "approve" }] } };
    const both = await Promise.allSettled(
      [1, 2].map(() => client.runs.wait(thread_id, "scopebench", { ...safe, command: { resume } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
