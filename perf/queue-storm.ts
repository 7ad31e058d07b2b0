/**
 * A storm at the provider: workers as processes ask a server that takes a few requests at once and answers 429 with Retry-After
 * beyond that, within one limit over a real PostgreSQL; beside one process with as many slots and a limiter of its own. Says the time
 * of each, requests that came before a Retry-After was over, and most requests at once beside the limit.
 *
 *   SCOPEBENCH_QUEUE_URL=postgres://... node --import tsx perf/queue-storm.ts [requests] [capacity] [latency ms]
 *     default 1200 requests in all, 24 at once, 200 ms
 */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { join } from "node:path";
import { Outages } from "../base/outages/outages.ts";
import { QueueDatabase } from "../harness/queue/database.ts";
import { prepareSchema } from "../harness/queue/schema.ts";

/** Word of a 429 needs as long to every worker. */
const GRACE_MS = 50;
const RETRY_AFTER_S = 1;
const [requests = 1200, capacity = 24, latencyMs = 200] = process.argv.slice(2).map(Number);
const database = await QueueDatabase.open(process.env.SCOPEBENCH_QUEUE_URL as string, new Outages());
await prepareSchema(database);

console.log(`${requests} requests of ${latencyMs} ms, ${capacity} at once; load average ${loadavg()[0]?.toFixed(1)}`);
console.log("workers  seconds  429  too early  at once, most  latest word of a 429  CPU a request");
console.log(await storm(1));
console.log(await storm(4));
await database.close();

async function storm(workers: number): Promise<string> {
  let [inFlight, peak, refused, early, latest] = [0, 0, 0, 0, 0];
  let [told, until] = [0, 0];
  const server = createServer((incoming, response) => {
    incoming.resume();
    const now = performance.now();
    if (now < until) {
      const after = now - told;
      if (after > GRACE_MS) early++;
      else latest = Math.max(latest, after);
    }
    if (inFlight >= capacity || now < until) {
      refused++;
      if (now >= until) [told, until] = [now, now + RETRY_AFTER_S * 1000];
      const left = Math.ceil(until - now);
      response.writeHead(429, { "retry-after-ms": String(left) }).end("{}");
      return;
    }
    peak = Math.max(peak, ++inFlight);
    setTimeout(() => {
      inFlight--;
      response.writeHead(200).end("{}");
    }, latencyMs);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const mode = workers > 1 ? "shared" : "alone";
  const processes = Array.from({ length: workers }, () =>
    start(address, Math.round(requests / workers), Math.round(64 / workers), mode),
  );
  await Promise.all(processes.map(({ ready }) => ready));
  const clock = performance.now();
  for (const { go } of processes) go();
  const spent = await Promise.all(processes.map(({ spentMs }) => spentMs));
  const seconds = (performance.now() - clock) / 1000;
  server.close();
  const cpu = spent.reduce((sum, ms) => sum + ms, 0) / requests;
  const cells = [workers, seconds.toFixed(1), refused, early, peak, `${latest.toFixed(0)} ms`, `${cpu.toFixed(2)} ms`];
  const widths = [7, 9, 5, 11, 15, 22, 15];
  return cells.map((cell, index) => String(cell).padStart(widths[index] as number)).join("");
}

function start(address: string, count: number, slots: number, mode: string) {
  const script = join(import.meta.dirname, "queue/storm-worker.ts");
  const args = ["--import", "tsx", script, address, String(count), String(slots), mode];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], env: process.env });
  let said = "";
  const ready = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk;
      if (said.includes("ready")) resolve();
    });
  });
  const spentMs = new Promise<number>((resolve) => child.on("close", () => resolve(Number(said.split("\n").at(-2)))));
  return { ready, go: () => child.stdin.write("go\n"), spentMs };
}
