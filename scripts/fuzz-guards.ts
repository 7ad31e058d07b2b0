/**
 * Fuzzes the guards on a real database, embedded or a server whose address an environment variable holds: statements from the real grammars, accepted ones run as the agent's tools run them.
 *   node --import tsx scripts/fuzz-guards.ts [--seed 1] [--sql 8000] [--cypher 4000] [--timeout 1000] [--server SCOPEBENCH_TEST_POSTGRES_URL]
 * Prints a summary with every statement that did what it must not, and exits 1 when there was one.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fuzzGuards } from "./fuzz-guards/fuzz.ts";
import { openTelecom } from "./fuzz-guards/telecom.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    sql: { type: "string", default: "8000" },
    cypher: { type: "string", default: "4000" },
    timeout: { type: "string", default: "1000" },
    server: { type: "string" },
  },
});
const cache = await mkdtemp(join(tmpdir(), "scopebench-fuzz-"));
try {
  const substrate = await openTelecom(cache, values.server);
  const startedAt = performance.now();
  const report = await fuzzGuards(substrate, {
    seed: Number(values.seed),
    counts: { sql: Number(values.sql), cypher: Number(values.cypher) },
    timeoutMs: Number(values.timeout),
    checkEvery: 250,
    onProgress: (done) => {
      if (done % 500 === 0)
        process.stderr.write(`${done} statements, ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
    },
  });
  await substrate.close();
  console.log(JSON.stringify({ ...values, ...report }, null, 2));
  const { writes, leaks, late, crashes } = report;
  if (writes.length + leaks.length + late.length + crashes.length > 0) process.exitCode = 1;
} finally {
  await rm(cache, { recursive: true, force: true });
}
