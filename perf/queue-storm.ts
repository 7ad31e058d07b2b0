/**
 * A storm at the provider: workers as processes ask a server that takes a few requests at once and answers 429 with Retry-After
 * beyond that, within one limit over a real PostgreSQL; beside one process with as many slots and a limiter of its own. Says the time
 * of each, and which share of it went beyond what the provider needs; how many 429 there were; the requests that a worker let in
 * although it knew of one, and those that came since they were on their way by then, with how long after it at most; and the most
 * requests that the provider saw at once.
 *
 *   SCOPEBENCH_QUEUE_URL=postgres://... node --import tsx perf/queue-storm.ts [requests] [capacity] [latency ms] [workers]
 *     default 1200 requests in all, 12 at once, 200 ms, 1,4 workers
 */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { join } from "node:path";
import { Outages } from "../base/outages/outages.ts";
import { QueueDatabase } from "../harness/run/queue/database.ts";
import { prepareSchema } from "../harness/run/queue/schema.ts";

const SLOTS = 64;
const RETRY_AFTER_MS = 1000;
const [requests = 1200, capacity = 12, latencyMs = 200] = process.argv.slice(2, 5).map(Number);
const counts = (process.argv[5] ?? "1,4").split(",").map(Number);
const database = await QueueDatabase.open(process.env.SCOPEBENCH_QUEUE_URL as string, new Outages());
await prepareSchema(database);

console.log(`${requests} requests of ${latencyMs} ms, ${capacity} at once; load average ${loadavg()[0]?.toFixed(1)}`);
console.log("workers  seconds   lost   429  let in knowingly  under way at a 429  latest  at once  CPU a request");
for (const workers of counts) console.log(await storm(workers));
await database.close();

async function storm(workers: number): Promise<string> {
  let [inFlight, peak, refused, underWay, latest] = [0, 0, 0, 0, 0];
  let [told, until] = [0, 0];
  const server = createServer((incoming, response) => {
    incoming.resume();
    const now = performance.now();
    if (now < until) {
      underWay++;
      latest = Math.max(latest, now - told);
    }
    if (inFlight >= capacity || now < until) {
      refused++;
      if (now >= until) [told, until] = [now, now + RETRY_AFTER_MS];
      response.writeHead(429, { "retry-after-ms": String(Math.ceil(until - now)) }).end("{}");
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
    start([address, Math.round(requests / workers), Math.round(SLOTS / workers), mode].map(String)),
  );
  await Promise.all(processes.map(({ ready }) => ready));
  const clock = performance.now();
  for (const { go } of processes) go();
  const ends = await Promise.all(processes.map(({ end }) => end));
  const seconds = (performance.now() - clock) / 1000;
  server.close();
  const sum = (of: "cpuMs" | "early") => ends.reduce((total, end) => total + end[of], 0);
  const lost = 1 - (requests * latencyMs) / capacity / 1000 / seconds;
  return [
    ...[String(workers).padStart(7), seconds.toFixed(1).padStart(9), `${(100 * lost).toFixed(0)} %`.padStart(7)],
    ...[String(refused).padStart(6), String(sum("early")).padStart(18), String(underWay).padStart(20)],
    ...[`${latest.toFixed(0)} ms`.padStart(8), String(peak).padStart(9)],
    `${(sum("cpuMs") / requests).toFixed(2)} ms`.padStart(15),
  ].join("");
}

function start(args: readonly string[]) {
  const script = join(import.meta.dirname, "queue/storm-worker.ts");
  const stdio = ["pipe", "pipe", "inherit"] as const;
  const child = spawn(process.execPath, ["--import", "tsx", script, ...args], { stdio: [...stdio] });
  let said = "";
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk;
      if (said.includes("ready")) resolve();
    });
  });
  const end = new Promise<{ cpuMs: number; early: number }>((resolve) =>
    child.on("close", () => resolve(JSON.parse(said.split("\n").at(-2) as string))),
  );
  return { ready, go: () => child.stdin?.write("go\n"), end };
}
