/**
 * A worker of perf/queue-storm.ts: asks the provider so many times, within the limit that all workers share, or alone. Prints its
 * CPU in ms, and how many requests it let in although it knew of a 429.
 */
import pLimit from "p-limit";
import { Outages } from "../../base/outages/outages.ts";
import { ownName } from "../../base/process-name.ts";
import { makeRateLimiters } from "../../base/providers/rate-limiters.ts";
import { makeRetryingFetch } from "../../base/providers/retrying-fetch.ts";
import { makeRandom } from "../../base/random.ts";
import { QueueDatabase } from "../../harness/run/queue/database.ts";
import { openSharedLimits } from "../../harness/run/queue/limits/shared-limits.ts";
import { watched } from "./watched-limits.ts";

const [baseUrl = "", requests = "0", slots = "16", shared] = process.argv.slice(2);
const url = process.env.SCOPEBENCH_QUEUE_URL as string;
const worker = ownName();
const database = await QueueDatabase.open(url, new Outages());
const limits = openSharedLimits({ database, url, worker, say: console.error });
const limiters = shared === "shared" ? limits.limiters : makeRateLimiters();
const watch = watched(limiters({ provider: "openai", baseUrl }));
const ask = makeRetryingFetch({
  maxRetries: 1000,
  requestTimeoutMs: 60_000,
  remainingMs: () => Number.POSITIVE_INFINITY,
  random: makeRandom("storm", worker),
  read: async (answer) => new Response(await answer.text(), answer),
  limiter: watch.limiter,
});
const limit = pLimit(Number(slots));
console.log("ready");
await new Promise((resolve) => process.stdin.once("data", resolve));
const before = process.cpuUsage();
await Promise.all(Array.from({ length: Number(requests) }, () => limit(() => ask(`${baseUrl}/chat/completions`))));
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, early: watch.early }));
limits.close();
await database.close();
process.exit(0);
