/**
 * What a PostgreSQL server's sessions take at most for an agent's statements: those of test/input/guards/hungry.txt, which ask for as much as they
 * can, and those that analysts ask (legitimate-sql.txt), each through the agent's tool, the hungry ones also two at a time. Looked at some
 * hundred times a second, from the server's own `/proc`. `SCOPEBENCH_POSTGRES_URL=... node --import tsx perf/statement-memory.ts` (four minutes)
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqlPort } from "../db/ports/ports.ts";
import { readStatements, type Statement } from "../scripts/fuzz-guards/statements.ts";
import { openBeside, openTelecom, runTool } from "../scripts/fuzz-guards/telecom.ts";

const URL_ENV = "SCOPEBENCH_POSTGRES_URL";
/** Of the largest session with its parallel workers, without the shared buffers. */
const LARGEST_SQL = `SELECT coalesce(max(mb), 0) AS mb FROM (
  SELECT sum(substring(status FROM 'RssAnon:\\s*(\\d+)')::bigint) / 1024 AS mb
  FROM pg_stat_activity, LATERAL pg_read_file(format('/proc/%s/status', pid), 0, 10000, true) AS status
  WHERE datname = current_database() AND pid <> pg_backend_pid() GROUP BY coalesce(leader_pid, pid)) s`;

const cache = await mkdtemp(join(tmpdir(), "scopebench-memory-"));
const substrate = await openTelecom(cache, { urlEnv: URL_ENV, prefix: "memory_" });
const beside = await openBeside(substrate.sql, URL_ENV);
const sqlOf = (file: string) => readStatements(file).filter(({ heading }) => heading !== "cypher");
const hungry = sqlOf("hungry.txt");
console.log(
  "| statements | number | answered | refused or ended | of these for memory | most MB |\n|---|---:|---:|---:|---:|---:|",
);
await measure("analysts' questions", sqlOf("legitimate-sql.txt"), 1);
await measure("hungry ones", hungry, 1);
await measure("two hungry ones at once, the larger", hungry, 2);
await beside.close();
await substrate.close();
await rm(cache, { recursive: true });

async function measure(name: string, statements: readonly Statement[], atOnce: number): Promise<void> {
  const [errors, left] = [[] as string[], statements.values()];
  const work = async () => {
    for (const { text } of left) {
      const { error } = await runTool(substrate, "sql", { query: text });
      if (error) errors.push(error.message);
    }
  };
  const most = await largestWhile(beside, Promise.all(Array.from({ length: atOnce }, work)));
  const forMemory = errors.filter((message) => message.includes("of memory")).length;
  const counts = [statements.length, statements.length - errors.length, errors.length, forMemory, Math.round(most)];
  console.log(`| ${name} | ${counts.map((count) => count.toLocaleString("en")).join(" | ")} |`);
}

async function largestWhile(server: SqlPort, work: Promise<unknown>): Promise<number> {
  let [over, most] = [false, 0];
  const ended = work.finally(() => {
    over = true;
  });
  while (!over) most = Math.max(most, Number((await server.query<{ mb: string }>(LARGEST_SQL)).rows[0]!.mb));
  await ended;
  return most;
}
