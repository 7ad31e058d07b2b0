/** One timed `computeIr` in a process of its own, for perf/ir.ts. Arguments: qrels, run, metrics. */
import { computeIr } from "../measure/trec/ir.ts";

const [qrelsPath, runPath, metrics] = process.argv.slice(2) as [string, string, string];
const cpuStart = process.cpuUsage();
const start = performance.now();
const { all } = await computeIr({ qrelsPath, runPath, metrics: metrics.split(",") });
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(cpuStart);
console.log(
  JSON.stringify({
    seconds,
    cpuSeconds: (user + system) / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
    means: all,
  }),
);
