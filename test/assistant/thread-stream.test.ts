import { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serveSmall } from "./served.ts";

let served: Served;
beforeAll(async () => {
  served = await serveSmall("memory://");
});
afterAll(() => served?.close());

it("refuses a thread's own stream and commands so that the SDK gives up at once, with what to do instead", async () => {
  const client = new Client({ apiUrl: served.url, apiKey: null });
  const { thread_id } = await client.threads.create();
  const stream = client.threads.stream(thread_id, { assistantId: "scopebench" });
  const follow = async () => {
    for await (const _event of await stream.subscribe({ channels: ["values"] }));
  };
  await expect(follow()).rejects.toThrow("/runs/stream");
  await expect(stream.run.start({ input: { messages: [] } })).rejects.toThrow("/runs/stream");
  await stream.close();
});
