import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withDatabase } from "../../db/postgres/server-url.ts";
import { createTestDatabase, describeOn, type TestDatabase, testPostgresUrl } from "../servers.ts";
import { QUESTION, type Served, serveSmall } from "./served.ts";

const ASK = { input: { messages: [{ type: "human", content: QUESTION }] } };
const SAFE = { config: { configurable: { safe_mode: true } } };
const MODES = { streamMode: ["values", "custom", "updates", "messages-tuple"] as never };
type Event = { id?: string; event: string; data: unknown };

async function all(stream: AsyncIterable<Event>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describeOn(["PostgreSQL"], "two services on one database", () => {
  let database: TestDatabase;
  let child: ChildProcess;
  let here: Served;
  let first: Client;
  let second: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    const url = withDatabase({ url: testPostgresUrl(), database: database.name });
    const script = fileURLToPath(new URL("shared-service.ts", import.meta.url));
    child = spawn(process.execPath, [script, url], { stdio: ["ignore", "pipe", "inherit"] });
    const [[line], served] = await Promise.all([
      once(child.stdout!, "data"),
      serveSmall({ url }, { beforeQuery: () => sleep(20), pace: { beatMs: 200, deadMs: 10_000 } }),
    ]);
    here = served;
    [first, second] = [String(line).trim(), served.url].map(
      (apiUrl) => new Client({ apiUrl, apiKey: null, callerOptions: { maxRetries: 0 } }),
    ) as [Client, Client];
  });
  afterAll(async () => {
    child?.kill("SIGKILL");
    await here?.close();
    await database?.drop();
  });

  it("follow each other's runs, from any place, with nothing lost or doubled", async () => {
    const { thread_id } = await first.threads.create();
    const { run_id } = await first.runs.create(thread_id, "scopebench", ASK);
    const follow = (client: Client, lastEventId: string) =>
      all(client.runs.joinStream(thread_id, run_id, { lastEventId, ...MODES }) as AsyncIterable<Event>);
    const [at, elsewhere] = await Promise.all([follow(first, "-1"), follow(second, "-1")]);
    const steps = (events: Event[]) => events.filter(({ event }) => event !== "values");
    expect(steps(elsewhere)).toEqual(steps(at));
    expect(elsewhere.at(-2)).toEqual(at.at(-2));
    expect(elsewhere.at(-1)!.event).toBe("end");
    const later = await follow(second, "-1");
    const half = later[Math.floor(later.length / 2)]!;
    expect(await follow(second, half.id!)).toEqual(later.slice(later.indexOf(half) + 1));
    expect(JSON.stringify(await second.runs.join(thread_id, run_id))).toContain("## Recommended");
  });

  it("end each other's runs", async () => {
    const { thread_id } = await first.threads.create();
    const { run_id } = await first.runs.create(thread_id, "scopebench", ASK);
    await second.runs.cancel(thread_id, run_id, true);
    expect(await second.runs.get(thread_id, run_id)).toMatchObject({ status: "interrupted" });
    expect(await second.threads.get(thread_id)).toMatchObject({ status: "idle" });
  });

  it("make the runs of a thread one after the other", async () => {
    const { thread_id } = await first.threads.create();
    const runs = await Promise.all(
      [first, second, first, second].map((client) => client.runs.create(thread_id, "scopebench", ASK)),
    );
    await Promise.all(runs.map(({ run_id }) => second.runs.join(thread_id, run_id)));
    const { values } = await first.threads.getState<{ messages: { type: string }[] }>(thread_id);
    const kinds = values.messages.map(({ type }) => type).filter((type) => type !== "tool");
    expect(kinds.filter((type) => type === "human")).toHaveLength(4);
    // Between two questions there is an answer: no run began before the one before it was over.
    expect(kinds.join(" ")).not.toContain("human human");
    await expect(
      second.runs.wait(thread_id, "scopebench", { ...ASK, multitaskStrategy: "reject" }),
    ).resolves.toBeDefined();
  });

  it("take one of two decisions on the same call", async () => {
    const { thread_id } = await first.threads.create();
    const paused = (await first.runs.wait(thread_id, "scopebench", { ...ASK, ...SAFE })) as {
      __interrupt__: { id: string }[];
    };
    const resume = { [paused.__interrupt__[0]!.id]: { decisions: [{ type: "approve" }] } };
    const both = await Promise.allSettled(
      [first, second].map((client) => client.runs.wait(thread_id, "scopebench", { ...SAFE, command: { resume } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(String((both.find(({ status }) => status === "rejected") as PromiseRejectedResult).reason)).toContain("409");
  });

  it("tell of a run whose service was killed, to who reads it and to who follows it; its thread goes on", async () => {
    const { thread_id } = await first.threads.create();
    const { run_id } = await first.runs.create(thread_id, "scopebench", ASK);
    const events: Event[] = [];
    for await (const event of second.runs.joinStream(thread_id, run_id, { lastEventId: "-1", ...MODES })) {
      events.push(event as Event);
      if (event.event === ("custom" as string)) child.kill("SIGKILL");
    }
    expect(events.slice(-2)).toMatchObject([{ event: "error", data: { error: "service_ended" } }, { event: "end" }]);
    expect(await second.runs.get(thread_id, run_id)).toMatchObject({ status: "interrupted" });
    expect(JSON.stringify(await second.runs.wait(thread_id, "scopebench", ASK))).toContain("## Recommended");
    expect(await second.threads.get(thread_id)).toMatchObject({ status: "idle" });
  });
});
