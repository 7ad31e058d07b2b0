/**
 * Fuzzes the guards on a real database, embedded or a server whose address an environment variable holds: statements from the real grammars, accepted ones run as the agent's tools run them.
 *   node --import tsx scripts/fuzz-guards.ts [--seed 1] [--sql 8000] [--cypher 4000] [--families 20000] [--timeout 1000] [--server SCOPEBENCH_TEST_POSTGRES_URL]
 * Of each accepted SELECT PostgreSQL's own analysis says what it calls. Prints a summary with every statement that did what it
 * must not, and exits 1 when there was one.
 */
import { withScratchFolder } from "../base/whole-folder.ts";
import { argumentsOf } from "./arguments.ts";
import { fuzzGuards } from "./fuzz-guards/fuzz.ts";
import { openBeside, openTelecom } from "./fuzz-guards/telecom.ts";

const { values } = argumentsOf(import.meta.filename, {
  seed: { type: "string", default: "1" },
  sql: { type: "string", default: "8000" },
  cypher: { type: "string", default: "4000" },
  families: { type: "string", default: "20000" },
  timeout: { type: "string", default: "1000" },
  server: { type: "string" },
});
await withScratchFolder("fuzz", async (cache) => {
  const substrate = await openTelecom(cache, values.server ? { urlEnv: values.server, prefix: "guards" } : undefined);
  const analyst = values.server ? await openBeside(substrate.sql, values.server) : null;
  const startedAt = performance.now();
  const report = await fuzzGuards(substrate, {
    seed: Number(values.seed),
    counts: { sql: Number(values.sql), cypher: Number(values.cypher), families: Number(values.families) },
    analyst: analyst ?? substrate.sql,
    timeoutMs: Number(values.timeout),
    checkEvery: 250,
    onProgress: (done) => {
      if (done % 500 === 0)
        process.stderr.write(`${done} statements, ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
    },
  });
  await analyst?.close();
  await substrate.close();
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ ...values, cpuSeconds: Math.round((user + system) / 1e6), ...report }, null, 2));
  const { writes, leaks, late, crashes, disguises, lingering } = report;
  if ([writes, leaks, late, crashes, disguises, lingering].some((found) => found.length > 0)) process.exitCode = 1;
});
