import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { sha256 } from "../../base/hash.ts";
import { Outages } from "../../base/outages/outages.ts";
import { NO_CEILINGS, type Spending } from "../../harness/dag/ceilings/ceilings.ts";
import type { MadeExecution, MadeRecord, Task, Unmade } from "../../harness/dag/worker-pool.ts";
import { configurationsOf } from "../../harness/record/config/matrix.ts";
import { configSchema } from "../../harness/record/config/schema.ts";
import { executionName } from "../../harness/record/domain/names.ts";
import type { ExecutionRecord, WorkerTrace } from "../../harness/record/domain/records.ts";
import { makeEffects } from "../../harness/record/effects.ts";
import { createRun } from "../../harness/record/run-directory/create.ts";
import { readRun } from "../../harness/record/run-directory/open-run.ts";
import { readRecords } from "../../harness/record/run-directory/records.ts";
import { closeBoss, openBoss } from "../../harness/run/queue/boss.ts";
import { codeVersion } from "../../harness/run/queue/code-version.ts";
import { openWorkerPool } from "../../harness/run/queue/coordinator.ts";
import { QueueDatabase } from "../../harness/run/queue/database.ts";
import { lanesOf } from "../../harness/run/queue/lanes.ts";
import { missingWorkers } from "../../harness/run/queue/missing-workers.ts";
import { addRecords, askAgain, countDropped, markTaken, newRecords } from "../../harness/run/queue/record-table.ts";
import { allRuns, forgetRun, offerRun, openRuns, pauseRun, type RunOffer } from "../../harness/run/queue/run-table.ts";
import { prepareSchema } from "../../harness/run/queue/schema.ts";
import { Slots } from "../../harness/run/queue/slots.ts";
import { runWorker } from "../../harness/run/queue/worker.ts";
import type { WorkerRun } from "../../harness/run/queue/worker-run.ts";
import { askToLeave, hideWorker, showWorker, type WorkerState } from "../../harness/run/queue/worker-table.ts";
import type { Scenario } from "../../scenarios/set/schema.ts";
import { BIN, filesUnder, newestRun } from "../e2e/cli-process.ts";
import { ENGINE_FLAGS } from "../engine-flags.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { emptyForm, rulingOf } from "../harness/judge/judges/cases.ts";
import { type ChatRequest, type ChatServer, startChatServer } from "../harness/judge/judges/loopback-chat.ts";
import { nonEmpty } from "../non-empty.ts";
import { createTestDatabase, describeOn, type TestDatabase } from "../servers.ts";

/** Short executions, few enough to be made twice over. */
const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 2 }
models: [{ name: sprinter, provider: policy, model: sprinter }]
workflows: [react]
knowledge: [prompt]
repeats: 3
baselines: []
seed: 1
`;

/** A factor over the substrate: workers open another than the run's own. */
const LEVELS = `
factors:
  embedding:
    levels: { lsa: {}, narrow: { substrate.embedding: { type: lsa, dimensions: 8 } } }
`;

interface Process {
  pid: number;
  output(): string;
  ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

describeOn(["PostgreSQL"], "a run over a queue", () => {
  let cwd: string;
  let database: TestDatabase;
  let judge: ChatServer;
  let model: ChatServer;
  let isModelDown = true;
  let url: string;
  const processes: Process[] = [];

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "scopebench-queue-"));
    judge = await startChatServer((request) => ({ type: "form", form: formByBytes(request) }));
    const link = `{ provider: openai, model: judge-1, family: judge, base_url: ${judge.baseUrl}, api_key_env: JUDGE_KEY }`;
    const judges = ["primary", "calibration", "meta"].map((role) => `${role}: { type: llm, chain: [${link}] }`);
    const judged = `judges: { ${judges.join(", ")} }\n`;
    await writeFile(join(cwd, "bench.yaml"), BENCH.replace("baselines: []", "baselines: [random]") + LEVELS + judged);
    model = await startChatServer(() =>
      isModelDown ? { type: "status", status: 400 } : { type: "text", text: "Nothing is affected." },
    );
    const asked = `models: [{ name: m, provider: openai, model: m-1, base_url: ${model.baseUrl}, api_key_env: JUDGE_KEY }]`;
    await writeFile(join(cwd, "other.yaml"), BENCH.replace(/models: .*/, asked));
    database = await createTestDatabase();
    url = database.url;
  });
  afterAll(async () => {
    for (const one of processes) one.kill("SIGKILL");
    await Promise.all(processes.map(({ ended }) => ended));
    await judge[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
    await database.drop();
    await rm(cwd, { recursive: true, force: true });
  });

  function start(...args: string[]): Process {
    const { PATH, HOME, SCOPEBENCH_CACHE } = process.env;
    const child = spawn(process.execPath, [...ENGINE_FLAGS, BIN, ...args], {
      cwd,
      env: { PATH, HOME, SCOPEBENCH_CACHE, NO_COLOR: "1", SCOPEBENCH_QUEUE_URL: url, JUDGE_KEY: "k" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk;
      });
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    const one = {
      pid: child.pid as number,
      output: () => output,
      ended,
      kill: (signal: NodeJS.Signals) => child.kill(signal),
    };
    processes.push(one);
    return one;
  }

  it("gives a local run's metrics, byte for byte, though a worker is killed, a coordinator stopped, and a second run made", async () => {
    const run = ["--until", "score", "--runs-dir"];
    const local = await runCli(["run", ...run, "local"], { cwd, environment: { JUDGE_KEY: "k" } });
    expect(local.code, local.errors).toBe(0);
    const asked = judge.requests.length;

    const environment = { SCOPEBENCH_QUEUE_URL: url };
    const first = start("queue", "worker", "--trust", "--concurrency", "2");
    const ctrlC = new AbortController();
    const queue = ["--queue", "--take-over", "10"];
    const stopped = runCli(["run", ...run, "spread", ...queue], { cwd, environment, signal: ctrlC.signal });
    await until(() => held(url, 2), first);
    // Frozen, it holds its jobs and can finish none; killed so, they are nobody's.
    first.kill("SIGSTOP");
    ctrlC.abort();
    expect((await stopped).code).toBe(130);
    first.kill("SIGKILL");

    const second = start("queue", "worker", "--trust", "--concurrency", "2");
    const other = ["--until", "extract", "--runs-dir", "other", ...queue];
    const [resumed, failing] = await Promise.all([
      runCli(["resume", "latest", ...run, "spread", ...queue], { cwd, environment }),
      runCli(["run", "-c", "other.yaml", ...other], { cwd, environment }),
    ]);
    expect(resumed.code, resumed.errors + second.output()).toBe(0);
    expect(failing.code, failing.errors + second.output()).toBe(0);
    const failed = await madeOf(join(cwd, "other"));
    expect(failed.map(({ outcome }) => outcome)).toEqual(Array(6).fill("agent_error"));
    isModelDown = false;
    const again = await runCli(["resume", "latest", "--failed", ...other], { cwd, environment });
    expect(again.code, again.errors + second.output()).toBe(0);
    const made = await madeOf(join(cwd, "other"));
    expect(made).toMatchObject(Array(6).fill({ outcome: "success", final_text: "Nothing is affected." }));
    second.kill("SIGTERM");
    expect(await second.ended, second.output()).toBe(0);

    const [there, here] = [await newestRun(join(cwd, "spread")), await newestRun(join(cwd, "local"))];
    expect(await filesUnder(join(there, "metrics"))).toEqual(await filesUnder(join(here, "metrics")));
    for (const part of nonEmpty([
      "raw_output",
      "extractions",
      "verdicts",
      "verdicts_calibration",
      "verdicts_meta",
      "baselines",
    ]))
      expect(timeless(await filesUnder(join(there, part)))).toEqual(timeless(await filesUnder(join(here, part))));
    const [one] = await madeOf(join(cwd, "spread"));
    const files = await runCli(["runs", "files", there, executionName(one!)], { cwd });
    expect([files.code, files.errors]).toEqual([1, expect.stringContaining("stayed with the worker")]);
    expect(await madeOf(join(cwd, "spread"))).toHaveLength(12);
    // By a worker: this process has no key of the judge.
    expect([asked > 8, judge.requests.length]).toEqual([true, 2 * asked]);
    expect(await count(url, `scopebench_queue.runs WHERE name = '${basename(there)}'`)).toBe(0);
    expect(await count(url, "scopebench_queue.snapshots")).toBe(0);
  });
});

describeOn(["PostgreSQL"], "the tables of a queue", () => {
  let cwd: string;
  let own: TestDatabase;
  let database: QueueDatabase;
  let environment: Record<string, string>;
  const run: RunOffer = {
    id: "00000000-0000-4000-8000-000000000001",
    name: "a-run",
    code: codeVersion(),
    snapshot: "0c".repeat(32),
    agents: "{}",
    config: JSON.stringify(configSchema.parse(parse(BENCH))),
    heartbeatSeconds: 10,
    weight: 1,
  };
  const offer = (change: Partial<RunOffer> = {}, ceilings = NO_CEILINGS) =>
    offerRun(database, { ...run, ...change }, ceilings);
  const worker = () => runCli(["queue", "worker"], { cwd, environment });

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "scopebench-queue-"));
    await writeFile(join(cwd, "bench.yaml"), `${BENCH}outages: { wait_s: 0 }\n`);
    own = await createTestDatabase();
    const url = own.url;
    environment = { SCOPEBENCH_QUEUE_URL: url };
    database = await QueueDatabase.open(url, new Outages());
    await prepareSchema(database);
    await closeBoss(await openBoss(database, { coordinates: true, log: () => undefined }));
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
    await rm(cwd, { recursive: true, force: true });
  });
  afterEach(() => forgetRun(database, run.id));

  async function spentOf(id: string): Promise<number> {
    const sum = "SELECT sum(tokens)::int AS tokens FROM scopebench_queue.spent WHERE run = $1";
    return (await database.query<{ tokens: number }>(sum, [id]))[0]!.tokens;
  }

  it("keep the first record of a cell, count another worker's second one, and take none for a run that is over", async () => {
    await offer();
    const add = (worker: string, duration_ms: number) =>
      database.transaction((sql) =>
        addRecords(sql, {
          ...{ run: run.id, worker, queue: "q" },
          records: [
            {
              task: taskOf(0),
              retries: 0,
              final: true,
              tokens: 10,
              costUsd: 0.5,
              text: JSON.stringify(madeIn(duration_ms)),
            },
          ],
        }),
      );
    expect([await add("a", 1), await add("a", 1), await add("b", 2)]).toEqual([true, true, true]);
    expect(await countDropped(database, run.id)).toBe(1);
    const name = executionName(taskOf(0).key);
    const [cell = ""] = name.split(/__\d+$/);
    const taken = { stage: "execute" as const, cell, repeat: 0, name, made: madeIn(1), worker: "a" };
    expect(await newRecords(database, run.id)).toMatchObject([taken]);
    // The answer may have been lost.
    expect(await newRecords(database, run.id)).toMatchObject([taken]);
    await markTaken(database, run.id, [taken]);
    expect(await newRecords(database, run.id)).toEqual([]);
    expect(await askAgain(database, run.id, [taskOf(0), taskOf(1)])).toEqual([taskOf(1)]);
    expect(await newRecords(database, run.id)).toMatchObject([taken]);
    await forgetRun(database, run.id);
    expect(await add("c", 3)).toBe(false);
  });

  /** A run of its own in a folder, as a coordinator offers it. */
  async function beginDispatch(folder: string, ceilings = NO_CEILINGS) {
    const log = () => undefined;
    const models = [{ name: "m", provider: "policy", model: "sprinter" }];
    const config = configSchema.parse({ models, runs_dir: join(cwd, folder) });
    const runDirectory = await createRun(config, makeEffects({ environment: {}, log }));
    const pool = await openWorkerPool({ url: own.url, takeOverSeconds: 30, weight: 1, waitMs: 0, log });
    const dispatcher = await pool.begin({
      ...{ runDirectory, config, snapshot: { hash: "s" }, agents: {}, startsAfresh: true },
      ...{ signal: new AbortController().signal, ceilings, log },
    });
    return { config, runDirectory, pool, dispatcher };
  }

  it("have what a stopped worker held made by another, lost if none can; all spent is told, and nothing stays of a whole run", async () => {
    const spent: Spending[] = [];
    const ceilings = { ...NO_CEILINGS, spend: (one: Spending) => void spent.push(one) };
    const { config, pool, dispatcher } = await beginDispatch("shifts", ceilings);
    const log = () => undefined;
    const boss = await openBoss(database, { coordinates: false, log });
    const [offered] = await openRuns(database);
    const lanes = lanesOf(config);
    const slots = new Slots({ worker: "w", boss, database, say: log });
    const take = (make: WorkerRun["make"]) => slots.take([{ offer: offered!, run: { lanes, make } }], 1);
    const takeOne = async (make: WorkerRun["make"]) => {
      while ((await take(make)) === 0) await sleep(50);
    };
    const cut = new AbortController();
    const untilCut = once(cut.signal, "abort").then(() => unmade(null, 7));
    const made = dispatcher.make<"execute">(taskOf(0));
    await takeOne(() => untilCut);
    await slots.end(0.05, cut);
    await takeOne(async () => recordOf(madeIn(2)));
    expect(await made).toEqual({ made: madeIn(2) });

    const [first, last] = [dispatcher.make<"execute">(taskOf(1)), dispatcher.make<"execute">(taskOf(2))];
    const neverAgain = () => database.query("UPDATE scopebench_jobs.job SET retry_limit = 0");
    const tooOften = async () => {
      await neverAgain();
      return unmade("out of luck", 3);
    };
    await takeOne(tooOften);
    const retried = await runCli(["queue", "retry", offered!.name], { cwd, environment });
    expect([retried.code, retried.out]).toEqual([0, expect.stringContaining("1 dead task tried again")]);
    await takeOne(tooOften);
    await takeOne(async () => recordOf(madeIn(4)));
    const noNumber = async () => {
      await neverAgain();
      return { ...recordOf(madeIn(5)), tokens: Number.NaN };
    };
    const refused = dispatcher.make<"execute">(taskOf(3));
    await takeOne(noNumber);
    expect(await refused).toEqual({ lost: expect.stringContaining("NaN") });
    slots.throwIfFailed();
    const ended = await Promise.all([first, last]);
    expect(ended).toHaveLength(2);
    expect(ended).toEqual(expect.arrayContaining([{ made: madeIn(4) }, { lost: "out of luck" }]));
    const total = spent.reduce((sum, { tokens }) => sum + tokens, 0);
    expect([total, await spentOf(offered!.id)]).toEqual([7 + 10 + 3 + 3 + 10, 33]);
    await pool.finish(true);
    expect(await boss.getQueues()).toEqual([]);
    expect(await openRuns(database)).toEqual([]);
    await closeBoss(boss);
    await pool.close();
  });

  it("have a worker that is asked to leave finish what it holds, however long that takes", async () => {
    const { config, pool, dispatcher } = await beginDispatch("drained");
    const asked = new AbortController();
    const error = (said: string) => said.startsWith("asked to leave") && asked.abort();
    const make = async () => {
      await askToLeave(database, undefined);
      if (!asked.signal.aborted) await once(asked.signal, "abort");
      await sleep(200);
      return recordOf(madeIn(2));
    };
    const working = runWorker({
      ...{ url: own.url, graceSeconds: 0, io: { environment: {}, error, signal: new AbortController().signal } },
      open: async () => ({ config, lanes: lanesOf(config), make, close: async () => undefined }),
    });
    const made = dispatcher.make<"execute">(taskOf(0));
    await working;
    expect(await made).toEqual({ made: madeIn(2) });
    await pool.finish(true);
    await pool.close();
  });

  it("are left where the run's folder is gone: what workers make has no place", async () => {
    const { runDirectory, pool, dispatcher } = await beginDispatch("gone");
    const refused = expect(dispatcher.make<"execute">(taskOf(0))).rejects.toThrow("no run here");
    await rm(runDirectory, { recursive: true });
    await refused;
    await pool.finish(false);
    await pool.close();
    expect(await openRuns(database)).toEqual([]);
    for (const { id } of await allRuns(database)) await forgetRun(database, id);
  });

  it("let workers begin nothing of a paused run, nor beyond a ceiling but one task; a raised one goes on", async () => {
    const log = () => undefined;
    const models = [{ name: "m", provider: "policy", model: "sprinter" }];
    const config = configSchema.parse({ models, runs_dir: join(cwd, "ceilings") });
    const runDirectory = await createRun(config, makeEffects({ environment: {}, log }));
    const boss = await openBoss(database, { coordinates: false, log });
    const work = async (max_tokens: number) => {
      const pool = await openWorkerPool({ url: own.url, takeOverSeconds: 30, weight: 1, waitMs: 0, log });
      const ceilings = { ...NO_CEILINGS, values: { max_tokens } };
      const dispatcher = await pool.begin({
        ...{ runDirectory, config, snapshot: { hash: "s" }, agents: {}, startsAfresh: false },
        ...{ signal: new AbortController().signal, ceilings, log },
      });
      const slots = new Slots({ worker: "w", boss, database, say: log });
      const run = { lanes: lanesOf(config), make: async () => recordOf(madeIn(2)) };
      let over = false;
      const all = Promise.all(Array.from({ length: 12 }, (_, repeat) => dispatcher.make<"execute">(taskOf(repeat))));
      const ended = all.finally(() => {
        over = true;
      });
      const [{ id = "" } = {}] = await openRuns(database);
      await pauseRun(database, id, true);
      for (let rounds = 0; !over; rounds++) {
        if (rounds === 10) await pauseRun(database, id, false);
        const room = 3 - slots.busy;
        const takable = (await openRuns(database)).filter(({ paused, reached }) => !paused && reached === null);
        const begun = await slots.take(
          takable.map((offer) => ({ offer, run })),
          room,
        );
        if (rounds < 10) expect(begun).toBe(0);
        await sleep(20);
      }
      await pool.finish(false);
      await pool.close();
      const kinds = (await ended).map((one) => (one && "made" in one ? "made" : "stopped"));
      return kinds.filter((kind) => kind === "made").length;
    };
    expect(await work(45)).toBe(5);
    expect(await work(1000)).toBe(12);
    await closeBoss(boss);
    for (const { id } of await allRuns(database)) await forgetRun(database, id);
  });

  it.each(nonEmpty([{ max_tokens: 65 }, { max_cost_usd: 3.25 }, { max_tokens: 1000, max_cost_usd: 3.25 }] as const))(
    "reserve what is under way: five workers of four slots spend at most one task beyond %o",
    async (values) => {
      const { config, pool, dispatcher } = await beginDispatch("reserved", { ...NO_CEILINGS, values });
      const stop = new AbortController();
      const io = { environment: {}, error: () => undefined, signal: stop.signal };
      const make = async () => {
        await sleep(300);
        return recordOf(madeIn(2));
      };
      const open = async () => ({ config, lanes: lanesOf(config), make, close: async () => undefined });
      const workers = Array.from({ length: 5 }, () =>
        runWorker({ url: own.url, graceSeconds: 1, concurrency: 4, io, open }),
      );
      const tasks = Array.from({ length: 40 }, (_, repeat) => dispatcher.make<"execute">(taskOf(repeat)));
      const ended = await Promise.all(tasks);
      stop.abort();
      await Promise.all(workers);
      expect(ended.filter((one) => one && "made" in one)).toHaveLength(7); // Of 10 tokens and half a dollar each.
      expect(ended.filter((one) => one && "stopped" in one)).toHaveLength(33);
      await pool.finish(true);
      await pool.close();
    },
  );

  it("turn away a worker of other code, with another snapshot, or without any key, with what was expected and found", async () => {
    await offer({ code: "0.0.1 (source 0123456789ab)" });
    const old = await worker();
    expect([old.code, old.errors]).toEqual([
      4,
      expect.stringContaining(`expected 0.0.1 (source 0123456789ab), found ${codeVersion()}`),
    ]);
    await offer();
    await database.query("INSERT INTO scopebench_queue.snapshots VALUES ($1, 'a0', 7, NULL)", [run.snapshot]);
    await database.query("INSERT INTO scopebench_queue.snapshot_parts VALUES ($1, 0, 'no snapshot')", [run.snapshot]);
    const elsewhere = await worker();
    expect([elsewhere.code, elsewhere.errors]).toEqual([
      1,
      expect.stringMatching(/came damaged: expected 7 bytes of sha256 a0,\s+found 11 bytes of sha256 \w+/),
    ]);
    await offer({ snapshot: "../elsewhere" });
    const outside = await worker();
    expect([outside.code, outside.errors]).toEqual([1, expect.stringContaining("expected hexadecimal digits")]);
    await forgetRun(database, run.id);
    const models = [{ name: "m", provider: "openai", model: "m", api_key_env: "NOT_SET_HERE" }];
    await offer({ config: JSON.stringify(configSchema.parse({ ...parse(BENCH), models })) });
    const keyless = await worker();
    expect([keyless.code, keyless.errors]).toEqual([1, expect.stringContaining("NOT_SET_HERE")]);
  });

  it("are looked at and cleared by commands, an open run only by force", async () => {
    await offer();
    await showWorker(database, workerOn(run.id, 2));
    const inspected = await runCli(["queue", "inspect"], { cwd, environment });
    expect(inspected.out).toContain(
      `run a-run: open, weight 1\n  id ${run.id}\n  0 made (0 twice), 0 queued, 0 held, 0 dead`,
    );
    expect(inspected.out).toMatch(/w +1 of 2 +7 +3 +5 s/);
    const tasks = await runCli(["queue", "inspect", "--tasks"], { cwd, environment });
    expect(tasks.out).toMatch(/1 of 2 slots, 7 made, 3 in the last minute\n {2}a-run: takes m\n {4}something for 5 s/);
    const queue = async (...args: string[]) => (await runCli(["queue", ...args], { cwd, environment })).code;
    expect([await queue("pause", "a-run"), await queue("weight", "a-run", "7")]).toEqual([0, 0]);
    expect(await openRuns(database)).toMatchObject([{ paused: true, weight: 7 }]);
    expect([await queue("continue", run.id), await queue("drain", "w"), await queue("drain", "x")]).toEqual([0, 0, 1]);
    expect(await openRuns(database)).toMatchObject([{ paused: false }]);
    expect(await showWorker(database, workerOn(run.id, 2))).toBe(true);
    expect([await queue("cancel", "a-run"), await openRuns(database)]).toEqual([0, []]);
    await offer();
    await hideWorker(database, "w");
    const purge = ["queue", "purge", "a-run"];
    expect((await runCli(purge, { cwd, environment })).code).toBe(1);
    expect((await runCli([...purge, "--force"], { cwd, environment })).code).toBe(0);
    expect(await openRuns(database)).toEqual([]);
    expect((await runCli(purge, { cwd, environment })).code).toBe(1);
  });

  it("say which jobs nobody takes, and how that is mended", async () => {
    expect(await missingWorkers(database, run.id, new Set(["m"]))).toContain("scopebench queue worker --queue");
    await showWorker(database, workerOn(run.id, 1));
    expect(await missingWorkers(database, run.id, new Set(["m"]))).toBeNull();
    expect(await missingWorkers(database, run.id, new Set(["m", "n"]))).toContain("takes tasks of n");
    await showWorker(database, { ...workerOn(run.id, 1), id: "x", work: [{ run: run.id, doing: [] }] });
    expect(await missingWorkers(database, run.id, new Set(["m", "n"]))).toBeNull(); // It opens its corpus.
    const inspected = await runCli(["queue", "inspect", "--tasks"], { cwd, environment });
    expect(inspected.out).toContain("opens its corpus");
    await hideWorker(database, "x");
  });

  it("are refused where they are another version's, and an address that leads nowhere is named, before a run begins", async () => {
    await database.query("UPDATE scopebench_queue.version SET version = 0");
    const refused = [await runCli(["run", "--queue"], { cwd, environment }), await worker()];
    await database.query("UPDATE scopebench_queue.version SET version = 4");
    for (const { code, errors } of nonEmpty(refused))
      expect([code, errors]).toEqual([1, expect.stringContaining("version 0")]);
    const nowhere = await runCli(["run", "--queue", "postgres://127.0.0.1:1/queue"], { cwd });
    expect([nowhere.code, nowhere.errors]).toEqual([1, expect.stringContaining("127.0.0.1:1/queue")]);
    expect(await readdir(join(cwd, "runs"))).toEqual([]);
  });
});

/** Another one where a single byte of what the judge reads is another. */
function formByBytes({ body }: ChatRequest): unknown {
  const bytes = sha256(JSON.stringify(body));
  if (body.tools?.[0]?.function?.name === "submit_ruling") return rulingOf({ reasoning: bytes });
  const form = emptyForm();
  return {
    ...form,
    summary: bytes,
    ground_truth: { ...form.ground_truth, reference_answer_alignment: parseInt(bytes.slice(0, 4), 16) / 0xffff },
  };
}

function madeIn(duration_ms: number): MadeExecution {
  const key = { scenario_id: "S001", model: "m", workflow: "react", knowledge: "prompt", repeat: 0 } as const;
  const times = { started_at: "2026-01-01T00:00:00.000Z", duration_ms };
  const record = { ...key, thread_id: "t", assistant_id: "a", outcome: "success", ...times, turns: [] } as const;
  return { record: { ...record, turns: [] }, trace: { thread_id: "t" } as WorkerTrace, prompts: {} };
}

function taskOf(repeat: number): Extract<Task, { stage: "execute" }> {
  const key = { scenario_id: "S001", model: "m", workflow: "react", knowledge: "prompt", repeat } as const;
  return { stage: "execute", key, scenario: { id: "S001" } as Scenario };
}

function recordOf(made: MadeExecution): MadeRecord {
  return { made, final: true, tokens: 10, costUsd: 0.5 };
}

function unmade(lost: string | null, tokens: number): Unmade {
  return { lost, tokens, costUsd: 0.1 };
}

function workerOn(run: string, slots: number): WorkerState {
  const doing = [{ what: "something", seconds: 5 }];
  return { id: "w", slots, made: 7, perMinute: 3, work: [{ run, takes: ["m"], doing }] };
}

/** Records without times and names of threads, which no two runs share. */
function timeless(files: Record<string, string>): string[][] {
  const own = /"(started_at|start_ms|duration_ms|thread_id)":("[^"]*"|[\d.]+)/g;
  return Object.entries(files).map(([name, text]) => [name, text.replaceAll(own, "")]);
}

/** Executions of the newest run in a folder, with what was read back of them. */
async function madeOf(folder: string): Promise<(ExecutionRecord & { final_text?: string })[]> {
  const { config, runDirectory } = await readRun(await newestRun(folder));
  const parts = configurationsOf(config).map(async (configuration) => {
    const records = await readRecords({ runDirectory, part: "rawOutput", configuration });
    const extractions = await readRecords({ runDirectory, part: "extractions", configuration });
    return records.map((record) => {
      return { ...record, ...extractions.find((one) => executionName(one) === executionName(record)) };
    });
  });
  return (await Promise.all(parts)).flat();
}

/** Jobs that workers hold. */
async function held(url: string, least: number): Promise<boolean> {
  return (await count(url, "scopebench_jobs.job WHERE state = 'active'").catch(() => 0)) >= least;
}

async function count(url: string, from: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return Number((await client.query(`SELECT count(*) FROM ${from}`)).rows[0].count);
  } finally {
    await client.end();
  }
}

async function until(holds: () => Promise<boolean>, one: Process): Promise<void> {
  for (let waits = 0; !(await holds()); waits++) {
    if (waits > 12_000) throw new Error(`waited in vain; the process said: ${one.output()}`);
    await sleep(50);
  }
}
