/** A worker of perf/queue.ts: the slots of a real one, on the open run, with executions that only wait. Prints its CPU in ms. */
import { setTimeout as sleep } from "node:timers/promises";
import { Outages } from "../../base/outages/outages.ts";
import { ownName } from "../../base/process-name.ts";
import type { MadeRecord, Task } from "../../harness/dag/worker-pool.ts";
import { configSchema } from "../../harness/record/config/schema.ts";
import type { ExecutionKey, WorkerTrace } from "../../harness/record/domain/records.ts";
import { closeBoss, openBoss } from "../../harness/run/queue/boss.ts";
import { QueueDatabase } from "../../harness/run/queue/database.ts";
import { lanesOf } from "../../harness/run/queue/lanes.ts";

import { openRuns } from "../../harness/run/queue/run-table.ts";
import { Slots } from "../../harness/run/queue/slots.ts";
import { BEAT_SECONDS } from "../../harness/run/queue/worker-table.ts";

const [size, latencyMs, words] = process.argv.slice(2).map(Number) as [number, number, number];
/** By default as long as a trace and its prompts usually are, and as little repetitive as text. */
const TEXT = Array.from({ length: words }, (_, index) => `w${(index * 7919) % 6007}`).join(" ");

const log = (message: string): void => console.error(message);
const database = await QueueDatabase.open(process.env.SCOPEBENCH_QUEUE_URL as string, new Outages());
const boss = await openBoss(database, { coordinates: false, log });
const [offer] = await openRuns(database);
if (!offer) throw new Error("no run is open");
const worker = ownName();
const slots = new Slots({ worker, boss, database, say: () => undefined });
const lanes = lanesOf(configSchema.parse(JSON.parse(offer.config)));
const runs = [{ offer, run: { lanes, make: ({ key }: Task) => make(key) } }];
const beat = () => slots.beat({ id: worker, slots: size, ...slots.state(runs) });
await beat();
const beating = setInterval(() => void beat(), BEAT_SECONDS * 1000);
console.log("ready");
const before = process.cpuUsage();
const { signal } = new AbortController();
for (;;) {
  const room = size - slots.busy;
  if ((await openRuns(database)).length === 0) break;
  const taken = await slots.take(runs, room);
  await slots.rest(taken > 0 ? 20 : 500, { size, signal });
}
const { user, system } = process.cpuUsage(before);
clearInterval(beating);
await closeBoss(boss);
await database.close();
console.log((user + system) / 1000);

async function make(key: ExecutionKey): Promise<MadeRecord> {
  await sleep(latencyMs);
  const ids = { thread_id: `t${key.repeat}`, assistant_id: "perf" };
  const times = { started_at: "2026-01-01T00:00:00.000Z", duration_ms: latencyMs, turns: [] };
  const record = { ...key, ...ids, ...times, outcome: "success" as const };
  const made = {
    record,
    trace: { ...key, final_text: TEXT, thread_id: ids.thread_id } as unknown as WorkerTrace,
    prompts: {},
  };
  return { made, final: true, tokens: 0, costUsd: 0 };
}
