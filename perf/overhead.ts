/**
 * What one execution costs beyond the work of its tools, and what each part buys. Scripted answers of the default run's models
 * to its kinds of scenario drive, side by side in one process, a bare LangChain agent whose tools do nothing, the same whose
 * tools do the agent's own queries behind the same guards, and step by step what an execution of a run has beyond that. The
 * model asks no server, so its client's work is in none of them. `perf/calls.ts` says whose code it is.
 *
 *   node --import tsx perf/overhead.ts [questions] [rounds]      default 18 and 8; the default corpus, in the user's cache
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
import { measureTimes, type Step } from "./overhead/measure-times.ts";
import { reportTimes } from "./overhead/report.ts";
import { recordScripts, scripted } from "./overhead/scripts.ts";
import { runSuccessfully, runWhole } from "./overhead/whole.ts";

const [questions = 18, rounds = 8] = process.argv.slice(2).map(Number);
const options = substrateOptionsSchema.parse({ cacheDirectory: cacheDirectoryOf(process.env) });
const corpus = await loadCorpus({ type: "telecom", seed: 7, scale: 1 });
const { snapshot_hash: snapshotHash } = await buildSubstrate(corpus, options);
const substrate = await openSubstrate(snapshotHash, options, { environment: {} });
const folder = await mkdtemp(join(tmpdir(), "scopebench-overhead-"));
const stored = await openScopeAgent({ substrate, stateLocation: join(folder, "state"), environment: {} });
const inMemory = await openScopeAgent({ substrate, stateLocation: { journal: null }, environment: {} });

const scripts = await recordScripts({ system: stored, substrate, questions });
const steps: Step[] = [
  { name: "LangChain's agent, tools that do nothing", run: makeBareAgent({ tools: "idle", substrate }) },
  { name: "the tools' queries, behind their guards", run: makeBareAgent({ tools: "working", substrate }) },
  { name: "deepagents", run: makeBareAgent({ tools: "working", substrate, deep: true }) },
  {
    name: "policies, limits, records of calls, results as files, contract",
    async run(script) {
      await scripted(script, () => runSuccessfully(inMemory, script.task));
      await inMemory.forget?.(script.task);
    },
  },
  {
    name: "state in a database",
    run: (script) => scripted(script, () => runSuccessfully(stored, script.task)),
  },
  { name: "trace read back, record written", run: (script) => runWhole({ system: stored, script }) },
];
const load = loadavg()[0] ?? 0;
const times = await measureTimes({ scripts, rounds, steps });
const calls = scripts.reduce((sum, { answers }) => sum + answers.length, 0) / questions;
for (const line of reportTimes(times, { steps, calls, questions })) console.log(line);
console.log(`${questions} questions with ${calls.toFixed(1)} calls of a model each, ${rounds} rounds`);
console.log(`load average ${load.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`);
await inMemory.close();
await stored.close();
await substrate.close();
await rm(folder, { recursive: true });
