/**
 * Every workflow there is (ours, the template's strategy of one's own, a cross-encoder behind an address), on a small corpus: the same
 * again at another concurrency, replayed from its recording, killed by SIGKILL and resumed, and, where SCOPEBENCH_QUEUE_URL is set, by
 * two workers over a queue. Compares each run directory with the first file by file, but for times; exits with 1 when anything differs.
 *
 *   node --import tsx scripts/strategies-kept.ts [moments at which a run is killed, default 3] [-- flags of `scopebench run`, default --limit 3]
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { fs, glob, sleep } from "zx";
import { WORKFLOWS } from "../agent/contract/workflow-names.ts";
import { countOf } from "../base/counts.ts";
import { serveLoopback } from "../base/loopback/serve.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { argumentsOf } from "./arguments.ts";
import { differences, onlyRun } from "./spread-run/differences.ts";
import { type Scopebench, startScopebench } from "./spread-run/process.ts";

const TEMPLATE = fileURLToPath(new URL("../harness/run/init/template/strategy.mjs", import.meta.url));
const separator = process.argv.indexOf("--");
const flags = separator < 0 ? ["--limit", "3"] : process.argv.slice(separator + 1);
const own = separator < 0 ? process.argv.slice(2) : process.argv.slice(2, separator);
const moments = Number(argumentsOf(import.meta.filename, {}, own).positionals[0] ?? 3);

const server = await serveSharedWords();
process.exitCode = await withScratchFolder("strategies-kept", async (folder) => {
  const config = join(folder, "bench.yaml");
  const workflows = ["my_strategy", ...WORKFLOWS];
  await fs.writeFile(config, stringify(configuration(workflows, server.origin)));
  const [first, recording] = [join(folder, "first"), join(folder, "first.recording")];
  const start = (runs: string, ...more: string[]) =>
    startScopebench("run", "-c", config, "--until", "score", ...flags, "--runs-dir", runs, ...more);
  await over(start(first, "--concurrency", "4", "--record", recording));
  const all = await executionsIn(first);
  console.log(`${countOf(workflows.length, "workflow")}, ${countOf(all, "execution")}`);
  let differ = 0;
  const compare = async (what: string, runs: string) => {
    const { compared, differing } = await differences(await onlyRun(first), await onlyRun(runs));
    console.log(
      [`${what}: ${countOf(compared, "file")} compared, ${differing.length} differ`, ...differing].join("\n  "),
    );
    differ += differing.length;
  };

  const again = join(folder, "again");
  await over(start(again, "--concurrency", "1"));
  await compare("again, one at a time", again);

  const replayed = join(folder, "replayed");
  await over(start(replayed, "--replay", recording));
  await compare("replayed", replayed);

  const killed = join(folder, "killed");
  let run = start(killed);
  for (let moment = 1; moment <= moments; moment++) {
    await hasMade(killed, (all * moment) / (moments + 1));
    run.kill("SIGKILL");
    await run.ended;
    console.log(`killed at ${await executionsIn(killed)} of ${countOf(all, "execution")}`);
    run = startScopebench("resume", "latest", "--until", "score", "--runs-dir", killed);
  }
  await over(run);
  await compare("killed and resumed", killed);

  if (process.env.SCOPEBENCH_QUEUE_URL) {
    const spread = join(folder, "spread");
    const workers = [1, 2].map(() => startScopebench("queue", "worker", "--concurrency", "2"));
    await over(start(spread, "--queue"));
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all(workers.map(over));
    await compare("over a queue, two workers", spread);
  }
  return differ > 0 ? 1 : 0;
}).finally(() => server.close());

function configuration(workflows: readonly string[], origin: string) {
  return {
    corpus: { type: "telecom", seed: 7, scale: 0.02 },
    models: [{ name: "explorer", provider: "policy", model: "explorer" }],
    retrievals: [{ name: "my_strategy", path: TEMPLATE }],
    ...{ workflows, knowledge: ["prompt"], baselines: [] },
    cross_encoder: { base_url: origin, model: "shared-words" },
    // A query that runs out of time on a busy machine is another result.
    limits: { sql_timeout_ms: 120_000, cypher_timeout_ms: 120_000 },
  };
}

/** `/rerank` whose score is the number of the question's words that a record shares: no cross-encoder, and the same each time. */
function serveSharedWords() {
  return serveLoopback({
    ...{ methods: ["POST"], maxBodyBytes: 2 ** 24 },
    handle({ body, response }) {
      const { query, documents } = JSON.parse(body.toString()) as { query: string; documents: string[] };
      const asked = new Set(wordsIn(query));
      const results = documents.map((text, index) => ({
        index,
        relevance_score: new Set(wordsIn(text).filter((word) => asked.has(word))).size,
      }));
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }));
    },
  });
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

async function over(one: Scopebench): Promise<void> {
  const { code } = await one.ended;
  if (code !== 0 && code !== 2) throw new Error(`exit ${code}: ${one.said().slice(-3000)}`);
}

async function hasMade(runs: string, executions: number): Promise<void> {
  while ((await executionsIn(runs)) < executions) await sleep(50);
}

async function executionsIn(runs: string): Promise<number> {
  const texts = (await glob(`${runs}/*/raw_output/*.jsonl`)).map((file) => fs.readFile(file, "utf8"));
  return (await Promise.all(texts)).reduce((sum, text) => sum + text.split("\n").length - 1, 0);
}
