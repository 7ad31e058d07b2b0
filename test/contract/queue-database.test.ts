import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Outages } from "../../base/outages/outages.ts";
import type { MadeExecution, Task } from "../../harness/dag/worker-pool.ts";
import { closeBoss, createQueues, deleteQueues, openBoss, queueOf } from "../../harness/run/queue/boss.ts";
import { QueueDatabase, type Sql } from "../../harness/run/queue/database.ts";
import { lanesOf } from "../../harness/run/queue/lanes.ts";
import { CHANNEL } from "../../harness/run/queue/limits/limit-table.ts";
import { openSharedLimits } from "../../harness/run/queue/limits/shared-limits.ts";
import { openRuns } from "../../harness/run/queue/run-table.ts";
import type { Scenario } from "../../scenarios/set/schema.ts";
import { nonEmpty } from "../non-empty.ts";
import { createTestDatabase, describeOn, type TestDatabase } from "../servers.ts";
import { cellNames, coordinate, smallConfig, work } from "./small-queue.ts";

const RUNS = 5;
const WORKERS = 5;

describeOn(["PostgreSQL"], "a queue's database", () => {
  let own: TestDatabase;
  let url: string;
  let folder: string;
  beforeAll(async () => {
    own = await createTestDatabase();
    url = own.url;
    folder = await mkdtemp(join(tmpdir(), "scopebench-queue-"));
    const admin = await QueueDatabase.open(url, new Outages());
    await admin.query(`ALTER DATABASE ${own.name} SET deadlock_timeout = '100ms'`); // Not a second for each.
    await admin.close();
  });
  afterAll(async () => {
    await own.drop();
    await rm(folder, { recursive: true });
  });

  it("coordinators and workers that start at once without a queue: every run is made, and nobody is told of a deadlock", async () => {
    const said: string[] = [];
    const party = { url, config: smallConfig(folder), log: (message: string) => void said.push(message) };
    let over = false;
    const workers = Array.from({ length: WORKERS }, (_, worker) =>
      work(party, { worker: `w${worker}`, isOver: () => over }),
    );
    const runs = await Promise.all(Array.from({ length: RUNS }, () => coordinate(party, { executions: 30 }))).finally(
      () => {
        over = true;
      },
    );
    await Promise.all(workers);
    expect(runs).toEqual(Array.from({ length: RUNS }, () => cellNames(30)));
    const ofLoad = /^no answer yet|^waiting for|answers again|^no worker takes part|^none of 4 workers takes/;
    expect(said.filter((line) => !ofLoad.test(line))).toEqual([]);
  });

  it("tasks and records come as they were sent, whatever is in them, members in the order in which a judge reads them", async () => {
    const party = { url, config: smallConfig(folder), log: () => undefined };
    const sent = hostileScenarios(60);
    const [seen, taken] = [new Map<number, string>(), new Map<number, string>()];
    let over = false;
    const saw = ({ key, scenario }: Task) => void seen.set(key.repeat, JSON.stringify(scenario));
    const took = ({ record, trace }: MadeExecution) => void taken.set(record.repeat, JSON.stringify(trace));
    const worker = work(party, { worker: "w", isOver: () => over, saw });
    const scenarioOf = (repeat: number) => sent[repeat] as Scenario;
    const made = await coordinate(party, { executions: sent.length, scenarioOf, took }).finally(() => {
      over = true;
    });
    await worker;
    expect(made).toEqual(cellNames(sent.length));
    for (const [repeat, scenario] of nonEmpty(sent.map((one) => JSON.stringify(one))).entries())
      expect([seen.get(repeat), taken.get(repeat)]).toEqual([scenario, scenario]);
  });

  it("what a deadlock ended is begun again, a transaction from its start", async () => {
    const database = await QueueDatabase.open(url, new Outages());
    await database.query("CREATE TABLE crossing AS SELECT id, 0 AS n FROM generate_series(1, 2) AS id");
    let [inside, begun] = [0, 0];
    const cross = async (sql: Sql, [first, second]: readonly [number, number]): Promise<void> => {
      begun++;
      const add = (id: number) => sql.executeSql("UPDATE crossing SET n = n + 1 WHERE id = $1", [id]);
      await add(first);
      inside++;
      while (inside < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      await add(second);
    };
    await Promise.all(
      (
        [
          [1, 2],
          [2, 1],
        ] as const
      ).map((ids) => database.transaction((sql) => cross(sql, ids))),
    );
    const rows = await database.query("SELECT id, n FROM crossing ORDER BY id");
    await database.close();
    expect(rows).toEqual([1, 2].map((id) => ({ id, n: 2 })));
    expect(begun).toBe(3);
  });

  it("what its operator is behind is waited for: a statement that is cancelled, a server that only reads", async () => {
    const database = await QueueDatabase.open(url, new Outages());
    const disturbances = [
      ["SET LOCAL statement_timeout = 1", "SELECT pg_sleep(5)"],
      ["SET TRANSACTION READ ONLY", "CREATE TABLE unwritten (n int)"],
    ];
    let tries = 0;
    const result = database.transaction(async (sql) => {
      for (const statement of disturbances[tries++] ?? []) await sql.executeSql(statement);
      return tries;
    });
    expect(await result.finally(() => database.close())).toBe(3);
  });

  it("a run's tables are dropped as soon as others let go of theirs, not given up while they are read", async () => {
    const log = () => undefined;
    const database = await QueueDatabase.open(url, new Outages({ waitMs: 0 }));
    const boss = await openBoss(database, { coordinates: true, log });
    await createQueues(boss, { run: "left", config: smallConfig(folder), heartbeatSeconds: 30 });
    const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
    const reading = database.transaction(async (sql) => {
      await sql.executeSql("SELECT count(*) FROM scopebench_jobs.job");
      await letGo;
    });
    setTimeout(release, 5000); // pg-boss by itself gives up after some three seconds.
    await deleteQueues(boss, "left");
    const kept = (await boss.getQueues()).map(({ name }) => name);
    await reading;
    await closeBoss(boss);
    await database.close();
    expect(kept.filter((name) => name.startsWith("left/"))).toEqual([]);
  });

  it("what others wrote into it is told and ends nobody's work: a model, job, record, worker's word, channel's message", async () => {
    const said: string[] = [];
    const party = { url, config: smallConfig(folder), log: (message: string) => void said.push(message) };
    const database = await QueueDatabase.open(url, new Outages());
    const limits = openSharedLimits({ database, url, worker: "w", say: party.log });
    const boss = await openBoss(database, { coordinates: false, log: party.log });
    let over = false;
    const begun = async (): Promise<void> => {
      const run = (await openRuns(database))[0]!.id;
      const lanes = lanesOf(party.config);
      const data = [null, { stage: "execute" }, { stage: "execute", key: 3, scenario: [] }];
      for (const foreign of data) await boss.insert(queueOf(run, lanes[0]!), [{ data: foreign as object }]);
      for (const [repeat, record] of ["none of ours", "{}"].entries())
        await database.query(
          `INSERT INTO scopebench_queue.records (run, stage, cell, repeat, record, final, tokens, worker)
           VALUES ($1, 'execute', $2, $3, $4, true, 0, 'somebody')`,
          [run, `${"ab"[repeat]}__react__prompt__S001`, repeat, record],
        );
      for (const [index, said] of ["[", "7", '[{"run":1}]'].entries())
        await database.query(
          "INSERT INTO scopebench_queue.workers (id, slots, made, per_minute, work) VALUES ($1, 1, 0, 0, $2)",
          [`somebody ${index}`, said],
        );
      for (const message of ["", "hello", "{}", '{"provider":"p","pauseMs":1e300}'])
        await database.query("SELECT pg_notify($1, $2)", [CHANNEL, message]);
    };
    const [one] = party.config.models;
    const offered = { ...party.config, models: [...party.config.models, { ...one!, name: "d" }] };
    const worker = work({ ...party, config: offered }, { worker: "w", isOver: () => over });
    const made = await coordinate(party, { executions: 9, begun }).finally(() => {
      over = true;
    });
    await worker;
    limits.close();
    await closeBoss(boss);
    await database.close();
    expect(made).toEqual(cellNames(9));
    const foreignJobs = said.map((line) => /: (\d+) jobs? not enqueued by scopebench/.exec(line)?.[1] ?? "0");
    expect(foreignJobs.reduce((sum, jobs) => sum + Number(jobs), 0)).toBe(3); // All at once, or as they were taken.
    const told = [/its messages are ignored/, /a__react.*is no record/, /b__react.*is no record/];
    for (const line of told) expect(said.filter((one) => line.test(one))).toHaveLength(1);
  });
});

/** NUL, halves of surrogate pairs, names that mean something to JavaScript, numbers of any size, 2 MB of text. */
function hostileScenarios(count: number): Scenario[] {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0xd800, 0xdc00));
  const text = fc.array(unit).map((units) => String.fromCharCode(...units));
  const key = fc.oneof(text, fc.constantFrom("__proto__", "constructor", "toJSON", "2", "1", ""));
  const extra = fc.object({ key, values: [text, fc.double(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null)] });
  const drawn = fc.sample(extra, { numRuns: count - 1, seed: 20 });
  return [...drawn, { turns: ["a\u0000".repeat(300_000)] }].map(
    (one) => ({ ...one, id: "S001" }) as unknown as Scenario,
  );
}
