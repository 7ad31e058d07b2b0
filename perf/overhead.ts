/**
 * What one execution costs beyond the work of its tools. The same scripted answers of a model drive, in turn and in one
 * process, (1) a bare LangChain agent whose tools do nothing, (2) the same whose tools do the agent's own queries, and
 * (3) the whole: agent, guards, offload, checkpoints, and what the harness does for an execution. Says where the time goes.
 *
 *   node --import tsx perf/overhead.ts [questions] [rounds]      default 12 and 5; the default corpus, cached in .scopebench
 */

import { openScopeAgent } from "../agent/system.ts";
import { loadCorpus } from "../db/corpora/load.ts";
import { buildSubstrate, openSubstrate } from "../db/substrate.ts";
import { substrateOptionsSchema } from "../db/substrate-options.ts";
import { makeBareAgent } from "./overhead/bare-agent.ts";
import { countTimes, timedTools, watchDatabase } from "./overhead/clocks.ts";
import { onOwnThread, recordScripts } from "./overhead/scripts.ts";
import { runWhole } from "./overhead/whole.ts";

const [questions = 12, rounds = 5] = process.argv.slice(2).map(Number);
const options = substrateOptionsSchema.parse({ cacheDirectory: ".scopebench" });
const corpus = await loadCorpus({ type: "telecom", seed: 7, scale: 1 });
const { snapshotHash } = await buildSubstrate(corpus, options);
const substrate = await openSubstrate(snapshotHash, options, { environment: {} });
const system = await openScopeAgent({ substrate, stateLocation: "memory://", environment: {} });

const scripts = await recordScripts({ system, substrate, questions });
const calls = scripts.reduce((sum, { calls }) => sum + calls, 0);
console.log(`${questions} questions, ${(calls / questions).toFixed(1)} tool calls each, ${rounds} rounds`);

const times = countTimes();
const tools = timedTools(times);
watchDatabase(times);
const idle = makeBareAgent({ tools: "idle", substrate });
const working = makeBareAgent({ tools: "working", substrate });
for (let round = 0; round <= rounds; round++) {
  // The first round warms up.
  times.start(round > 0);
  for (const script of scripts) {
    await times.measure("bare agent, idle tools", () => idle(script));
    await times.measure("bare agent, working tools", () => working(script));
    tools.on();
    const own = onOwnThread(script, `-round-${round}`);
    await times.measure("whole", () => runWhole({ system, script: own, times }));
    tools.off();
  }
}
for (const line of times.report(questions * rounds)) console.log(line);
await system.close();
await substrate.close();
