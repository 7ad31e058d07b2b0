import { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QUESTION, type Served, serveSmall } from "./served.ts";

/** What open chat front-ends send beyond asking (deep-agents-ui, agent-chat-ui). */
let served: Served;
let client: Client;
beforeAll(async () => {
  served = await serveSmall("memory://");
  client = new Client({ apiUrl: served.url, apiKey: null, callerOptions: { maxRetries: 0 } });
});
afterAll(() => served?.close());

interface Values {
  messages: { id: string; type: string; content: string }[];
  __interrupt__?: { id: string }[];
}
const human = (content: unknown) => ({ input: { messages: [{ type: "human", content }] } });
const ask = (thread: string, more: object) =>
  client.runs.wait(thread, "scopebench", more as never) as unknown as Promise<Values>;
const contents = ({ messages }: Values, type: string) =>
  messages.filter((message) => message.type === type).map(({ content }) => content);
const newThread = async () => (await client.threads.create()).thread_id;
const checkpointOf = ({ checkpoint }: { checkpoint: { checkpoint_id?: string | null } }) => ({
  ...{ checkpoint_id: checkpoint.checkpoint_id, checkpoint_ns: "", checkpoint_map: null },
});

describe("a front-end", () => {
  it("sends the newest checkpoint with the next question, and content in parts", async () => {
    const thread = await newThread();
    await ask(thread, human(QUESTION));
    const [head] = await client.threads.getHistory(thread, { limit: 1 });
    const more = { checkpoint: checkpointOf(head!), config: { recursion_limit: 100 } };
    const values = await ask(thread, { ...human([{ type: "text", text: QUESTION }]), ...more });
    expect(contents(values, "human")).toEqual([QUESTION, QUESTION]);
  });

  it("has an answer made again from the state before it: the earlier one is left aside, and can be read", async () => {
    const thread = await newThread();
    const first = await ask(thread, human(QUESTION));
    const history = await client.threads.getHistory<Values>(thread, { limit: 100 });
    const before = history.find(({ values }) => values.messages?.at(-1)?.type === "human")!;
    const again = await ask(thread, { input: null, checkpoint: checkpointOf(before) });
    expect(contents(again, "human")).toEqual([QUESTION]);
    const ids = ({ messages }: Values) => messages.filter(({ type }) => type === "ai").map(({ id }) => id);
    expect(ids(again).length).toBeGreaterThan(0);
    expect(ids(again).filter((id) => ids(first).includes(id))).toEqual([]);
    expect((await client.threads.getState<Values>(thread)).values.messages).toEqual(again.messages);
    const grown = await client.threads.getHistory<Values>(thread, { limit: 200 });
    expect(grown.length).toBeGreaterThan(history.length);
    const forked = grown.filter(
      ({ parent_checkpoint }) => parent_checkpoint?.checkpoint_id === before.checkpoint.checkpoint_id,
    );
    expect(forked).toHaveLength(2);
  });

  it("asks another question in the place of an earlier one", async () => {
    const thread = await newThread();
    await ask(thread, human(QUESTION));
    const [head] = await client.threads.getHistory(thread, { limit: 1 });
    await ask(thread, human("Which of them are automated?"));
    const values = await ask(thread, { ...human("Which tests cover MSG-8?"), checkpoint: checkpointOf(head!) });
    expect(contents(values, "human")).toEqual([QUESTION, "Which tests cover MSG-8?"]);
  });

  it("marks a thread as resolved: what waited waits no longer, and it can be asked again", async () => {
    const thread = await newThread();
    const safe = { config: { configurable: { safe_mode: true } } };
    expect((await ask(thread, { ...human(QUESTION), ...safe })).__interrupt__).toHaveLength(1);
    const ended = await ask(thread, { command: { goto: "__end__" } });
    expect(ended.__interrupt__).toBeUndefined();
    expect(await client.threads.get(thread)).toMatchObject({ status: "idle", interrupts: {} });
    expect((await client.threads.getState(thread)).next).toEqual([]);
    await expect(ask(thread, { command: { resume: { decisions: [{ type: "approve" }] } } })).rejects.toThrow("409");
    expect(contents(await ask(thread, human(QUESTION)), "ai").at(-1)).toContain("## Recommended");
  });

  it("decides with the checkpoint beside, in camel case, with no input or an empty one", async () => {
    for (const [input, decision] of [
      [null, { type: "reject", message: "no" }],
      [{}, { type: "approve" }],
    ] as const) {
      const thread = await newThread();
      await ask(thread, { ...human(QUESTION), config: { configurable: { safe_mode: ["identifier_lookup"] } } });
      const [head] = await client.threads.getHistory(thread, { limit: 1 });
      const command = { resume: { decisions: [decision] } };
      const values = await ask(thread, { input, command, checkpoint: checkpointOf(head!) });
      expect(contents(values, "ai").at(-1)).toContain("## ");
      const refused = contents(values, "tool").some((text) => text.includes("rejected"));
      expect(refused).toBe(decision.type === "reject");
    }
  });
});
