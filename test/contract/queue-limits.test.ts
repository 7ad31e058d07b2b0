import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pLimit from "p-limit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Outages } from "../../base/outages/outages.ts";
import { makeRetryingFetch } from "../../base/providers/retrying-fetch.ts";
import { makeRandom } from "../../base/random.ts";
import { QueueDatabase } from "../../harness/run/queue/database.ts";
import { LEASE_MS, settle } from "../../harness/run/queue/limits/limit-table.ts";
import { openSharedLimits } from "../../harness/run/queue/limits/shared-limits.ts";
import { prepareSchema } from "../../harness/run/queue/schema.ts";
import { createTestDatabase, describeOn, type TestDatabase } from "../servers.ts";
import { watched } from "./watched-limits.ts";

const RETRY_AFTER_MS = 500;

describeOn(["PostgreSQL"], "one limit of a provider for all workers of a queue", () => {
  let own: TestDatabase;
  let url: string;
  let database: QueueDatabase;
  beforeAll(async () => {
    own = await createTestDatabase();
    url = own.url;
    database = await QueueDatabase.open(url, new Outages());
    await prepareSchema(database);
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
  });

  it("has no worker send what it knows to come too early, tells all of each 429, answers all, and lets none starve", async () => {
    let [inFlight, refused, pausedUntil] = [0, 0, 0];
    const server = createServer((incoming, response) => {
      incoming.resume();
      const now = performance.now();
      if (inFlight >= 6 || now < pausedUntil) {
        refused++;
        if (now >= pausedUntil) pausedUntil = now + RETRY_AFTER_MS;
        return response.writeHead(429, { "retry-after-ms": Math.ceil(pausedUntil - now) }).end("{}");
      }
      inFlight++;
      setTimeout(() => {
        inFlight--;
        response.writeHead(200).end("{}");
      }, 40);
    });
    server.keepAliveTimeout = 0;
    server.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const workers = await Promise.all(
      ["a", "b", "c", "d"].map(async (worker) => {
        const database = await QueueDatabase.open(url, new Outages());
        const shared = openSharedLimits({ database, url, worker, say: () => undefined });
        return { worker, database, shared, watch: watched(shared.limiters({ provider: "openai", baseUrl })) };
      }),
    );
    const answered = await Promise.all(
      workers.map(async ({ worker, watch }) => {
        const ask = makeRetryingFetch({
          ...{ maxRetries: 1000, requestTimeoutMs: 60_000, remainingMs: () => Number.POSITIVE_INFINITY },
          ...{
            random: makeRandom("storm", worker),
            read: async (answer) => ({ status: answer.status, headers: answer.headers, body: await answer.text() }),
          },
          limiter: watch.limiter,
        });
        const limit = pLimit(8);
        const all = Array.from({ length: 40 }, () => limit(async () => (await ask(baseUrl)).status));
        return Promise.all(all);
      }),
    );
    expect(answered.flat()).toEqual(Array.from({ length: 160 }, () => 200));
    expect(refused).toBeGreaterThan(0);
    expect(workers.map(({ watch }) => watch.early)).toEqual([0, 0, 0, 0]);
    expect(workers.map(({ watch }) => watch.heard > 0)).toEqual([true, true, true, true]);
    for (const { shared, database } of workers) {
      shared.close();
      await database.close();
    }
    server.close();
  });

  it("holds no more than the limit in all, halves it once a generation, and takes back what a dead worker held", async () => {
    const report = (worker: string, waiting: number, change: object = {}) =>
      settle(database, {
        ...{ provider: "p", worker, inFlight: 0, waiting, served: 0, successes: 0, throttled: [], pauseMs: 0 },
        ...change,
      });
    expect([(await report("a", 9)).held, (await report("b", 9)).held]).toEqual([4, 0]);
    // Once the first has told again, each has half.
    expect([(await report("a", 9)).held, (await report("b", 9)).held]).toEqual([2, 2]);
    expect(await report("a", 9, { throttled: [0, 0, 0] })).toMatchObject({ limit: 2, generation: 1, held: 0 });
    await report("b", 9);
    expect((await report("a", 9)).held).toBe(1);
    expect(await report("b", 9, { pauseMs: 60_000 })).toMatchObject({ held: 1 });
    const { pauseMs } = await report("a", 9);
    expect(pauseMs).toBeGreaterThan(0);
    expect(pauseMs).toBeLessThanOrEqual(60_000);
    await database.query("UPDATE scopebench_queue.leases SET expires_at = now() WHERE worker = 'b'");
    expect((await report("a", 9)).held).toBe(2);
    expect(LEASE_MS).toBeLessThan(10_000);
  });

  it("doubles a round trip while nobody knows what is too much, however few of the successes come at a time", async () => {
    const report = (worker: string, successes: number) =>
      settle(database, {
        ...{ provider: "q", worker, inFlight: 0, waiting: 500, served: 0, successes, throttled: [], pauseMs: 0 },
      });
    const limits: number[] = [];
    for (let round = 0; round < 4; round++) {
      const held = [await report("a", 0), await report("b", 0)].map((granted) => granted.held);
      for (const [index, worker] of ["a", "b"].entries())
        for (let left = held[index]!; left > 0; left--) limits.push((await report(worker, 1)).limit);
    }
    expect(limits.length).toBeGreaterThan(0);
    expect(limits.at(-1)).toBe(4 + limits.length);
    // More at once than was in flight counts as one round trip.
    const { held, limit } = await report("a", 0);
    expect((await report("a", 10 * held)).limit).toBe(limit + held);
  });
});
