/**
 * What one execution costs beyond the work of its tools. Scripted answers of the default run's models to its kinds of
 * scenario drive, in turn and in one process: (1) a bare LangChain agent whose tools do nothing, (2) the same whose tools
 * do the agent's own queries, behind the same guards, and (3) the whole: agent, guards, offload, checkpoints, and what the
 * harness does for an execution. The state is in a folder, as in a run. Says where the time goes.
 *
 *   node --import tsx perf/overhead.ts [questions] [rounds]      default 18 and 10; the default corpus, in the user's cache
 */
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { openScopeAgent } from "../agent/system.ts";
import { cacheDirectoryOf } from "../base/cache-directory.ts";
import { substrateOptionsSchema } from "../db/options/substrate-options.ts";
import { buildSubstrate, openSubstrate } from "../db/substrate.ts";
import { loadCorpus } from "../import/load.ts";
import { makeBareAgent } from "./overhead/bare-agent.ts";
import { countTimes, timedTools, WHOLE, watchDatabase } from "./overhead/clocks.ts";
import { IDLE, reportTimes, WORKING } from "./overhead/report.ts";
import { onOwnThread, recordScripts } from "./overhead/scripts.ts";
import { runWhole } from "./overhead/whole.ts";

const [questions = 18, rounds = 10] = process.argv.slice(2).map(Number);
const options = substrateOptionsSchema.parse({ cacheDirectory: cacheDirectoryOf(process.env) });
const corpus = await loadCorpus({ type: "telecom", seed: 7, scale: 1 });
const { snapshot_hash: snapshotHash } = await buildSubstrate(corpus, options);
const substrate = await openSubstrate(snapshotHash, options, { environment: {} });
const folder = await mkdtemp(join(tmpdir(), "scopebench-overhead-"));
const system = await openScopeAgent({ substrate, stateLocation: join(folder, "state"), environment: {} });

const scripts = await recordScripts({ system, substrate, questions });
const calls = scripts.reduce((sum, { calls }) => sum + calls, 0);
console.log(`${questions} questions, ${(calls / questions).toFixed(1)} tool calls each, ${rounds} rounds`);

const times = countTimes();
const tools = timedTools(times);
watchDatabase(times);
const idle = makeBareAgent({ tools: "idle", substrate });
const working = makeBareAgent({ tools: "working", substrate });
const load = loadavg()[0] ?? 0;
// Two rounds warm up.
for (let round = -2; round < rounds; round++) {
  times.start(round);
  for (const script of scripts) {
    const own = onOwnThread(script, `-round-${round + 2}`);
    const kinds = [
      () => times.measure(IDLE, () => idle(script)),
      () => times.measure(WORKING, () => working(script)),
      () => times.measure(WHOLE, () => tools.during(() => runWhole({ system, script: own, times }))),
    ];
    // Whoever comes first finds the database's caches cold.
    for (const run of round % 2 === 0 ? kinds : kinds.toReversed()) await run();
  }
}
for (const line of reportTimes(times)) console.log(line);
console.log(`load average ${load.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`);
await system.close();
await substrate.close();
await rm(folder, { recursive: true });
