/** A worker of perf/queue.ts: the slots of a real one, on the open run, with executions that only wait. Prints its CPU in ms. */
import { setTimeout as sleep } from "node:timers/promises";
import { Outages } from "../../base/outages/outages.ts";
import { ownName } from "../../base/process-name.ts";
import { configSchema } from "../../harness/config/schema.ts";
import type { MadeExecution } from "../../harness/dag/crew.ts";
import type { ExecutionKey, WorkerTrace } from "../../harness/domain/records.ts";
import { closeBoss, openBoss } from "../../harness/queue/boss.ts";
import { QueueDatabase } from "../../harness/queue/database.ts";
import { openRuns } from "../../harness/queue/run-table.ts";
import { Slots } from "../../harness/queue/slots.ts";
import { BEAT_SECONDS } from "../../harness/queue/worker-table.ts";

const [size, latencyMs] = process.argv.slice(2).map(Number) as [number, number];
/** As long as a trace and its prompts usually are, and as little repetitive as text. */
const TEXT = Array.from({ length: 8000 }, (_, index) => `w${(index * 7919) % 6007}`).join(" ");

const log = (message: string): void => console.error(message);
const database = await QueueDatabase.open(process.env.SCOPEBENCH_QUEUE_URL as string, new Outages());
const boss = await openBoss(database, { coordinates: false, log });
const [offer] = await openRuns(database);
if (!offer) throw new Error("no run is open");
const slots = new Slots({
  worker: ownName(),
  offer,
  run: { config: configSchema.parse(JSON.parse(offer.config)), models: ["m"], make: ({ key }) => make(key) },
  boss,
  database,
  size,
  graceSeconds: 1,
  say: () => undefined,
  cut: new AbortController(),
  signal: new AbortController().signal,
});
await slots.beat();
const beat = setInterval(() => void slots.beat(), BEAT_SECONDS * 1000);
console.log("ready");
const before = process.cpuUsage();
await slots.work();
const { user, system } = process.cpuUsage(before);
clearInterval(beat);
await closeBoss(boss);
await database.close();
console.log((user + system) / 1000);

async function make(key: ExecutionKey): Promise<MadeExecution> {
  await sleep(latencyMs);
  const ids = { thread_id: `t${key.repeat}`, assistant_id: "perf" };
  const times = { started_at: "2026-01-01T00:00:00.000Z", duration_ms: latencyMs, turns: [] };
  const record = { ...key, ...ids, ...times, outcome: "success" as const };
  return {
    record,
    trace: { ...key, final_text: TEXT, thread_id: ids.thread_id } as unknown as WorkerTrace,
    prompts: {},
  };
}
