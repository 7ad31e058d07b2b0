/**
 * Disturbs a run's PostgreSQL and Neo4j at random moments (stopped, restarted, killed, frozen; connections cut, held, ended by an
 * operator; locks held by another client, processors taken by others, in each third round), resumes it until it is complete, and compares its metrics, times apart, with those of a run that nobody
 * disturbed. A moment is a request: as many of the stage's requests to that server have gone before it as a fraction, drawn by lot, of those that
 * it has undisturbed, so that the load of the machine does not decide whether a run meets its disturbance. Prints a line a round: what was disturbed, when and for how
 * long; connections that asked meanwhile, calls that waited, executions that ended as infrastructure, resumes. A round whose run
 * met nothing of it does not count. Exits with 1 when any differs, or when a tool call of an outage was kept: both runs then
 * lie in `different-<round>` of the home.
 *
 *   node --import tsx scripts/outage-rounds.ts [rounds that count, default 30] [--seed <n>] [--first <round>] [--home <folder>] [--downloads <folder>]
 *
 * Servers and run are its own (scripts/services.ts); a round can be repeated alone by its number (`--first 7 1`).
 */
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { $, fs, glob, type ProcessPromise, sleep } from "zx";
import { makeRandom, type Random } from "../base/random.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import type { StageName } from "../harness/record/run-directory/graph.ts";
import type { Manifest } from "../harness/record/run-directory/manifest.ts";
import { argumentsOf } from "./arguments.ts";
import { DISTURBANCES, type Disturbed, SILENT, start, WAITS } from "./outage-rounds/disturbances.ts";
import { startProxy } from "./outage-rounds/proxy.ts";
import { SERVICES } from "./services/registry.ts";

/** Small, with every kind of call: both workflows, two stand-ins, three rankers. A call waits less long than many outages last.
 * Limits are shorter than many waits, which do not count. */
const CONFIGURATION = `
corpus: { type: telecom, seed: 7, scale: 0.03 }
substrate: { database: { type: postgres }, graph: { type: neo4j }, bm25: portable, embedding: { type: lsa, dimensions: 64 } }
models: [{ name: explorer, provider: policy, model: explorer }, { name: sprinter, provider: policy, model: sprinter }]
knowledge: [prompt]
scenarios: { limit: 4 }
baselines: [keyword, hybrid, graph_oracle]
limits: { sql_timeout_ms: 20000, cypher_timeout_ms: 20000 }
outages: { wait_s: 5, stop_after: 3 }
`;
/** The stages that ask the servers, and how many of ten rounds disturb each. */
const STAGES: readonly StageName[] = [...Array(2).fill("generate"), ...Array(7).fill("execute"), "baselines"];
const [MIN_MS, MAX_MS] = [200, 45_000];
/** The last of a stage's requests that a disturbance begins with, as a fraction of them: a run may have fewer than the undisturbed one. */
const LAST = 0.95;
const MAX_RESUMES = 5;
/** Rounds at most, for each that is to count. */
const MOST_TRIES = 3;
/** What comes after asks no server. */
const UNTIL = ["--until", "score"];

const BIN = fileURLToPath(new URL("../harness/bin.ts", import.meta.url));
const { values, positionals } = argumentsOf(import.meta.filename, {
  seed: { type: "string", default: "1" },
  first: { type: "string", default: "1" },
  home: { type: "string", default: ".scopebench/outage-services" },
  downloads: { type: "string" },
});
const [first, rounds] = [Number(values.first), Number(positionals[0] ?? 30)];

process.exitCode = await withScratchFolder("outages", async (folder) => {
  const servers = await Promise.all(SERVICES.map(disturbed));
  try {
    const environment = Object.assign({}, ...(await Promise.all(servers.map(start))));
    return await disturbAll(servers, { folder, environment });
  } finally {
    for (const { service, context, proxy } of servers) {
      proxy.close();
      await service.stop(context);
    }
  }
});

async function disturbed(service: (typeof SERVICES)[number]): Promise<Disturbed> {
  const [home, downloads] = [resolve(values.home), resolve(values.downloads ?? values.home)];
  const context = {
    folder: join(home, service.name),
    downloads: join(downloads, service.name, "installation"),
    log: (message: string) => console.error(`${service.name}: ${message}`),
  };
  return { service, context, proxy: await startProxy(), variable: `SCOPEBENCH_${service.name.toUpperCase()}_URL` };
}

interface Place {
  folder: string;
  environment: Record<string, string>;
}

async function disturbAll(servers: readonly Disturbed[], place: Place): Promise<number> {
  const file = join(place.folder, "bench.yaml");
  await fs.writeFile(file, CONFIGURATION);
  const reference = await undisturbed(file, { servers, place });
  let [counted, wrong] = [0, 0];
  for (let round = first; counted < rounds && round < first + MOST_TRIES * rounds; round++) {
    const runs = join(place.folder, String(round));
    const { text, met, same } = await disturb({ round, runs, file, place, reference });
    if (met) counted++;
    console.log(`round ${String(round).padStart(2)}  ${text}`);
    if (!same) {
      wrong++;
      for (const run of [reference.runs, runs])
        await fs.copy(run, join(resolve(values.home), `different-${round}`, basename(run)));
    }
    await fs.remove(runs);
  }
  console.log(`${counted} rounds that count: ${wrong === 0 ? "the same metrics after each" : `${wrong} differ`}`);
  return wrong === 0 && counted === rounds ? 0 : 1;
}

/** Run twice: the first makes the snapshot, which is no part of a round, and the second must come to the same. */
async function undisturbed(
  file: string,
  { servers, place }: { servers: readonly Disturbed[]; place: Place },
): Promise<Reference> {
  const run = async (name: string): Promise<Reference> => {
    const runs = join(place.folder, name);
    const running = scopebench(["run", "--config", file, "--runs-dir", runs, ...UNTIL], place);
    const asked = await requestsOf(servers, { run: running, runs });
    const { code, said } = await ended(running);
    if (code !== 0) throw new Error(`the undisturbed run ended with ${code}: ${said}`);
    return { runs, expected: await metricsOf(runs), asked };
  };
  const before = await run("undisturbed");
  const reference = await run("undisturbed-again");
  const different = differing(before.expected, reference.expected);
  if (different.length > 0) throw new Error(`undisturbed, the metrics differ as well: ${different.join(" ")}`);
  const asked = reference.asked.map(({ stage, server, requests }) => `${stage} ${server.service.name} ${requests}`);
  console.log(`requests, undisturbed: ${asked.join(", ")}`);
  return reference;
}

interface Asked {
  server: Disturbed;
  stage: StageName;
  requests: number;
}

/** What each stage asks each server in a run, where it asks it at all. */
async function requestsOf(servers: readonly Disturbed[], running: Running): Promise<Asked[]> {
  const stages = [...new Set(STAGES)].map(async (stage) => {
    await reached(stage, "running", running);
    const before = servers.map(({ proxy }) => proxy.requests());
    await reached(stage, "complete", running);
    return servers.map((server, index) => ({ server, stage, requests: server.proxy.requests() - before[index]! }));
  });
  return (await Promise.all(stages)).flat().filter(({ requests }) => requests > 0);
}

interface Running {
  run: ProcessPromise;
  /** The folder that holds its run. */
  runs: string;
}

/** Returns once a stage runs or is complete, or the run has ended. */
async function reached(stage: StageName, status: "running" | "complete", { run, runs }: Running): Promise<void> {
  for (; run.stage === "running"; await sleep(20)) {
    const state = (await manifestOf(runs))?.stages[stage];
    if (state && (status === "running" || state.status === status)) return;
  }
}

interface Reference {
  runs: string;
  /** Its metrics, by file. */
  expected: Readonly<Record<string, string>>;
  asked: readonly Asked[];
}

interface Round {
  round: number;
  runs: string;
  file: string;
  place: Place;
  reference: Reference;
}

async function disturb(given: Round): Promise<{ text: string; met: boolean; same: boolean }> {
  const { round, runs, file, place, reference } = given;
  const random = makeRandom("outage-rounds", Number(values.seed), round);
  // In one of three, statements only wait.
  const kinds = round % 3 === 0 ? WAITS : DISTURBANCES;
  const [stage, kind] = [pick(random, STAGES), pick(random, Object.keys(kinds))];
  const { server, requests } = pick(
    random,
    reference.asked.filter((asked) => asked.stage === stage),
  );
  const fraction = LAST * random();
  const outageMs = MIN_MS * (MAX_MS / MIN_MS) ** random();
  const run = scopebench(["run", "--config", file, "--runs-dir", runs, ...UNTIL], place);
  await reached(stage, "running", { run, runs });
  await Promise.race([server.proxy.asked(1 + Math.floor(fraction * requests)), run]);
  const [asked, began] = [server.proxy.watch(), Date.now()];
  const outage = kinds[kind]!(server, outageMs).then(() => ({ asking: asked(), tookMs: Date.now() - began }));
  const exits = [await ended(run)];
  const { asking, tookMs } = await outage;
  while (exits.at(-1)!.code !== 0 && exits.length <= MAX_RESUMES) {
    const again = (await manifestOf(runs)) ? ["resume", "latest"] : ["run", "--config", file];
    exits.push(await ended(scopebench([...again, "--runs-dir", runs, ...UNTIL], place)));
  }
  const said = exits.map((exit) => exit.said).join("\n");
  const waited = sum(said, /: ([\d,]+) calls? waited/g);
  const met = asking > 0 && (waited > 0 || exits.length > 1 || SILENT.has(kind));
  const different = differing(await metricsOf(runs), reference.expected);
  const same = exits.at(-1)!.code === 0 && different.length === 0 && !(await keptLost(runs));
  if (!same) console.error(said.slice(-6000));
  const disturbance = [
    stage.padEnd(9),
    `at ${(100 * fraction).toFixed(0).padStart(2)} %`,
    server.service.name.padEnd(8),
    kind.padEnd(9),
    seconds(tookMs).padStart(6),
  ];
  const counts = [
    `${asking} connections asked`,
    `${waited} calls waited`,
    `${count(said, "ended without a result, as infrastructure: ") - count(said, "as infrastructure: unscored")} infrastructure`,
    `${exits.length - 1} resumes`,
  ];
  const outcome = same ? "same metrics" : `DIFFERENT ${different.join(" ")}`;
  return {
    met,
    same,
    text: `${disturbance.join("  ")}: ${counts.join(", ")}: ${outcome}${met ? "" : "; met nothing, does not count"}`,
  };
}

function differing(found: Readonly<Record<string, string>>, expected: Readonly<Record<string, string>>): string[] {
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...names].filter((name) => found[name] !== expected[name]);
}

function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

function count(text: string, what: string): number {
  return text.split(what).length - 1;
}

function sum(text: string, number: RegExp): number {
  return [...text.matchAll(number)].reduce((total, [, found]) => total + Number(found!.replaceAll(",", "")), 0);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function scopebench(args: readonly string[], { folder, environment }: Place): ProcessPromise {
  const env = { ...process.env, ...environment, SCOPEBENCH_CACHE: join(folder, "cache") };
  return $({
    quiet: true,
    nothrow: true,
    env,
    timeout: "10m",
  })`${process.execPath} --import ${import.meta.resolve("tsx")} ${BIN} ${args}`;
}

async function ended(run: ProcessPromise): Promise<{ code: number | string; said: string }> {
  const { exitCode, signal, stderr } = await run;
  return { code: exitCode ?? signal ?? "?", said: stderr };
}

/** The manifest of the only run in a folder, or null while there is none. */
async function manifestOf(runs: string): Promise<Manifest | null> {
  const [path] = await glob(`${runs}/*/manifest.json`);
  return path === undefined ? null : ((await fs.readJson(path).catch(() => null)) as Manifest | null);
}

/** Every file of `metrics/` but the timings, by name. */
async function metricsOf(runs: string): Promise<Record<string, string>> {
  const files = await glob(`${runs}/*/metrics/**`, { ignore: [`${runs}/*/metrics/**/timing*`] });
  const texts = files.map(async (file) => [file.split("/metrics/")[1]!, await fs.readFile(file, "utf8")]);
  return Object.fromEntries((await Promise.all(texts)) as [string, string][]);
}

/** Whether a tool call that met a lost server was kept. */
async function keptLost(runs: string): Promise<boolean> {
  const files = await glob(`${runs}/*/extractions/*.jsonl`);
  const texts = await Promise.all(files.map((file) => fs.readFile(file, "utf8")));
  return texts.some((text) => text.includes('"code":"server_lost"'));
}
