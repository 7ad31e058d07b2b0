import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { send } from "./request.ts";
import { QUESTION, serveSmall } from "./served.ts";

const json = (path: string, body: unknown) => ({
  ...{ method: "POST", path, body: JSON.stringify(body) },
  headers: { "content-type": "application/json" },
});

it("ends before requests that wait for the database have had their turn: none is made", async () => {
  const served = await serveSmall("memory://");
  const { pool } = served.service.database;
  const count = "SELECT count(*)::int AS threads FROM assistant.thread";
  const threads = async () => (await pool.query<{ threads: number }>(count)).rows[0]!.threads;
  const input = { messages: [{ type: "human", content: QUESTION }] };
  await send({ url: served.url, ...json("/runs", { assistant_id: "scopebench", input }) });
  const before = await threads();
  const held = await pool.connect();
  const asked = Promise.allSettled(
    Array.from({ length: 40 }, () => send({ url: served.url, ...json("/threads", {}) })),
  );
  while (pool.waitingCount < 40) await setImmediate();
  const made: number[] = [];
  const { agent } = served.service.options;
  const close = agent.close;
  agent.close = async () => {
    made.push(await threads());
    await close();
  };
  const closed = served.close();
  held.release();
  await closed;
  await asked;
  expect(made).toEqual([before]);
});
