/**
 * The assistant with many people at once: each asks and follows a run whose retrievals take as long as a model would, leaves its stream
 * after every few events and takes it up again (with several services: at the next one). Says how soon after a step happened it
 * was seen, and what was lost or doubled, against the replay. Then asks again and kills the first service in mid-run.
 *
 *   [SCOPEBENCH_POSTGRES_URL=postgres://...] node --import tsx perf/assistant.ts [--people 50] [--services 1] [--latency 1000] [--every 2] [--rounds 2]
 *     more than one service need the server: a database of their own is made there, and dropped
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { withDatabase } from "../db/postgres/server-url.ts";
import { argumentsOf } from "../scripts/arguments.ts";
import { createTestDatabase } from "../test/servers.ts";
import { askAndFollow, type FollowedRun, replay } from "./assistant/client.ts";

const { values } = argumentsOf(import.meta.filename, {
  people: { type: "string", default: "50" },
  services: { type: "string", default: "1" },
  latency: { type: "string", default: "1000" },
  every: { type: "string", default: "2" },
  rounds: { type: "string", default: "2" },
});
const [people, services, every, rounds] = [values.people, values.services, values.every, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];
const server = process.env.SCOPEBENCH_POSTGRES_URL;
if (server) process.env.SCOPEBENCH_TEST_POSTGRES_URL = server;
if (services > 1 && !server)
  throw new Error("SCOPEBENCH_POSTGRES_URL is not set: several services share a database there");
const database = server ? await createTestDatabase() : null;
const state = database ? withDatabase({ url: server!, database: database.name }) : "memory://";
const started = await Promise.all(Array.from({ length: services }, () => start(state)));
const urls = started.map(({ url }) => url);
console.log(
  `${services} services, state ${database ? "on PostgreSQL" : "embedded"}, ${people} people, ${values.latency} ms; load ${loadavg()[0]?.toFixed(1)}`,
);

const runs: FollowedRun[] = [];
for (let round = 0; round < rounds; round++)
  runs.push(...(await Promise.all(Array.from({ length: people }, (_, who) => askAndFollow(from(who), every)))));
await tell(runs);
if (services > 1) await killFirst();
for (const { child } of started) child.kill("SIGKILL");
await database?.drop();

async function start(location: string): Promise<{ child: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL("assistant/service.ts", import.meta.url));
  const given = ["--import", "tsx", script, location, values.latency];
  const child = spawn(process.execPath, given, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout!, "data");
  return { child, url: String(line).trim() };
}

/** The services, beginning with another for each. */
function from(who: number): string[] {
  return urls.map((_, index) => urls[(index + who) % urls.length]!);
}

async function tell(followed: readonly FollowedRun[]): Promise<void> {
  const steps = followed.flatMap(({ events }) => events.filter(({ name }) => name === "custom"));
  const delays = steps
    .map(({ data, at }) => at - Date.parse((JSON.parse(data) as { at: string }).at))
    .sort((a, b) => a - b);
  const quantile = (share: number) => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))];
  let [lost, doubled] = [0, 0];
  for (const run of followed) {
    const ids = run.events.map(({ id }) => id);
    doubled += ids.length - new Set(ids).size;
    lost += (await replay(urls[0]!, run)).filter(({ id }) => !ids.includes(id)).length;
  }
  const drops = followed.reduce((sum, run) => sum + run.drops, 0);
  const failed = followed.filter(({ events }) => events.some(({ name }) => name === "error")).length;
  console.log(
    `${followed.length} runs, ${failed} failed, ${steps.length} steps; seen after p50 ${quantile(0.5)} p95 ${quantile(0.95)} max ${delays.at(-1)} ms`,
  );
  console.log(
    `${drops} streams dropped and taken up again: ${lost} events lost, ${doubled} doubled; load ${loadavg()[0]?.toFixed(1)}`,
  );
}

/** Every run either goes on to its end elsewhere, or is said to be interrupted; every thread can be read. */
async function killFirst(): Promise<void> {
  const [first, ...others] = started;
  const asked = Promise.all(
    Array.from({ length: people }, (_, who) =>
      askAndFollow([urls[who % urls.length]!, ...others.map(({ url }) => url)], 1000),
    ),
  );
  await sleep(2500);
  first!.child.kill("SIGKILL");
  const followed = await asked.catch((error: unknown) => {
    console.log(`not all could ask: ${String(error)}`);
    return [];
  });
  const ends = { success: 0, interrupted: 0, other: 0 };
  let unreadable = 0;
  for (const { thread, run } of followed) {
    const at = others[0]!.url;
    const { status } = (await (await fetch(`${at}/threads/${thread}/runs/${run}`)).json()) as { status: string };
    if (status === "success" || status === "interrupted") ends[status]++;
    else ends.other++;
    if (!(await fetch(`${at}/threads/${thread}`)).ok) unreadable++;
  }
  console.log(`one of ${services} killed in mid-run: ${JSON.stringify(ends)}, ${unreadable} threads unreadable`);
}
