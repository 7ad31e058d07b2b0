/**
 * How late the embedded database ends what does not end by itself: every statement of test/input/guards/runaways.txt through the
 * agent's tool, and how long the next caller waits. `node --import tsx perf/runaways.ts [limit ms] [rounds]` (1000, 2: three minutes).
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readStatements } from "../scripts/fuzz-guards/statements.ts";
import { type Language, openTelecom, runTool } from "../scripts/fuzz-guards/telecom.ts";

const [limit = 1000, rounds = 2] = process.argv.slice(2).map(Number);
const cache = await mkdtemp(join(tmpdir(), "scopebench-runaways-"));
const substrate = await openTelecom(cache);
const [overshoots, waits, ends]: [number[], number[], Record<string, number>] = [[], [], {}];
for (let round = 0; round < rounds; round++)
  for (const { heading, text } of readStatements("runaways.txt")) {
    const { error, durationMs } = await runTool(substrate, heading as Language, { query: text, timeoutMs: limit });
    ends[error?.code ?? "none"] = (ends[error?.code ?? "none"] ?? 0) + 1;
    if (error?.code === "timeout") overshoots.push(durationMs - limit);
    const startedAt = performance.now();
    await substrate.sql.query("SELECT 1");
    waits.push(performance.now() - startedAt);
  }
await substrate.close();
await rm(cache, { recursive: true });
console.log(`ended by: ${JSON.stringify(ends)}, limit ${limit} ms`);
console.log(`over the limit: ${summary(overshoots)}`);
console.log(`next caller's wait: ${summary(waits)}`);
console.log(`memory of the process at the end: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);

function summary(values: number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): string => `${Math.round(sorted[Math.floor(share * (sorted.length - 1))]!)} ms`;
  return `median ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} (${sorted.length})`;
}
