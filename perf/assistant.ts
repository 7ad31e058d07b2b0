/**
 * The assistant with many people at once: each asks and follows a run whose retrievals take as long as a model would, leaves its stream
 * after every few events and takes it up again (with several services: at the next one). Says how soon after a step happened it
 * was seen, and what was lost or doubled, against the replay. Then asks again and kills the first service in mid-run.
 *
 *   [SCOPEBENCH_POSTGRES_URL=postgres://...] node --import tsx perf/assistant.ts [--people 50] [--services 1] [--latency 1000] [--every 2] [--rounds 2]
 *     with the variable, the state lies in a database of its own there (more than one service need that); otherwise it is embedded, in a folder
 */
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { argumentsOf } from "../scripts/arguments.ts";
import { askAndFollow, type FollowedRun, replay } from "./assistant/client.ts";
import { makeState, type ServiceProcess, startService } from "./assistant/services.ts";

const { values } = argumentsOf(import.meta.filename, {
  people: { type: "string", default: "50" },
  services: { type: "string", default: "1" },
  latency: { type: "string", default: "1000" },
  every: { type: "string", default: "2" },
  rounds: { type: "string", default: "2" },
});
const [people = 0, every = 0, rounds = 0, count = 0] = [
  values.people,
  values.every,
  values.rounds,
  values.services,
].map(Number);
const server = process.env.SCOPEBENCH_POSTGRES_URL || undefined;
if (count > 1 && !server)
  throw new Error("SCOPEBENCH_POSTGRES_URL is not set: several services share a database there");

const state = await makeState(server);
// Also when a time limit ends this.
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => void state.remove().finally(() => process.exit(1)));
try {
  await measure();
} finally {
  await state.remove();
}

async function measure(): Promise<void> {
  const services = await Promise.all(Array.from({ length: count }, () => startService(state.location, values.latency)));
  console.log(
    `${count} services, state ${server ? "on PostgreSQL" : "embedded"}, ${people} people, ${values.latency} ms; load ${load()}`,
  );
  const runs: FollowedRun[] = [];
  for (let round = 0; round < rounds; round++) runs.push(...(await askAll(services, every)));
  await tell(services[0]!, runs);
  const left = await killFirst(services);
  await Promise.all(left.map((service) => service.kill()));
}

/** Everybody asks; each begins with another service, and goes on at the next one. */
function askAll(
  services: readonly ServiceProcess[],
  eventsBetweenDrops: number,
  patience?: AbortSignal,
): Promise<FollowedRun[]> {
  const from = (who: number) => services.map((_, index) => services[(index + who) % services.length]!.url);
  return Promise.all(Array.from({ length: people }, (_, who) => askAndFollow(from(who), eventsBetweenDrops, patience)));
}

async function tell(service: ServiceProcess, followed: readonly FollowedRun[]): Promise<void> {
  const steps = followed.flatMap(({ events }) => events.filter(({ name }) => name === "custom"));
  const delays = steps
    .map(({ data, at }) => at - Date.parse((JSON.parse(data) as { at: string }).at))
    .sort((a, b) => a - b);
  const quantile = (share: number) => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))];
  let [lost, doubled] = [0, 0];
  for (const run of followed) {
    const ids = run.events.map(({ id }) => id);
    doubled += ids.length - new Set(ids).size;
    lost += (await replay(service.url, run)).filter(({ id }) => !ids.includes(id)).length;
  }
  const drops = followed.reduce((sum, run) => sum + run.drops, 0);
  const failed = followed.filter(({ events }) => events.some(({ name }) => name === "error")).length;
  console.log(
    `${followed.length} runs, ${failed} failed, ${steps.length} steps; seen after p50 ${quantile(0.5)} p95 ${quantile(0.95)} max ${delays.at(-1)} ms`,
  );
  console.log(`${drops} streams dropped and taken up again: ${lost} events lost, ${doubled} doubled; load ${load()}`);
}

/** Every run either goes on to its end elsewhere, or is said to be interrupted; every thread can be read. Where no service is left, one is started again. */
async function killFirst([first, ...others]: ServiceProcess[]): Promise<ServiceProcess[]> {
  const gone = new AbortController();
  const asked = askAll([first!, ...others], 1000, others.length > 0 ? undefined : gone.signal);
  await sleep(2.5 * Number(values.latency));
  await first!.kill();
  gone.abort();
  const followed = await asked;
  const left = others.length > 0 ? others : [await startService(state.location, values.latency)];
  const ends = { success: 0, interrupted: 0, other: 0 };
  let unreadable = 0;
  for (const { thread, run } of followed) {
    const at = left[0]!.url;
    const { status } = (await (await fetch(`${at}/threads/${thread}/runs/${run}`)).json()) as { status: string };
    if (status === "success" || status === "interrupted") ends[status]++;
    else ends.other++;
    const read = await Promise.all(
      [`${at}/threads/${thread}`, `${at}/threads/${thread}/history`].map((url) => fetch(url)),
    );
    if (read.some(({ ok }) => !ok)) unreadable++;
  }
  console.log(`one of ${count} killed in mid-run: ${JSON.stringify(ends)}, ${unreadable} threads unreadable`);
  return left;
}

function load(): string {
  return loadavg()[0]!.toFixed(1);
}
