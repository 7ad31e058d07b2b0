import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Outages } from "../../base/outages/outages.ts";
import { NO_CEILINGS } from "../../harness/ceilings/ceilings.ts";
import { configSchema } from "../../harness/config/schema.ts";
import type { Ended, Task } from "../../harness/dag/crew.ts";
import { makeEffects } from "../../harness/dag/make-effects.ts";
import type { ExecutionKey } from "../../harness/domain/records.ts";
import { closeBoss, openBoss } from "../../harness/queue/boss.ts";
import { openCrew } from "../../harness/queue/coordinator.ts";
import { QueueDatabase, type Sql } from "../../harness/queue/database.ts";
import { lanesOf } from "../../harness/queue/lanes.ts";
import type { MadeRecord } from "../../harness/queue/record-table.ts";
import { openRuns } from "../../harness/queue/run-table.ts";
import { prepareSchema } from "../../harness/queue/schema.ts";
import { Slots } from "../../harness/queue/slots.ts";
import { createRun } from "../../harness/run-directory/create.ts";
import type { Scenario } from "../../scenarios/schema.ts";
import { createTestDatabase, describeOn, type TestDatabase, testPostgresUrl } from "../servers.ts";

const RUNS = 5;
const WORKERS = 5;
const SCENARIO = { id: "S001", turns: ["what is affected?"] } as unknown as Scenario;

describeOn(["PostgreSQL"], "many that start at once", () => {
  let own: TestDatabase;
  let url: string;
  let folder: string;
  const said: string[] = [];
  const log = (message: string) => void said.push(message);
  beforeAll(async () => {
    own = await createTestDatabase();
    url = Object.assign(new URL(testPostgresUrl()), { pathname: `/${own.name}` }).toString();
    folder = await mkdtemp(join(tmpdir(), "scopebench-together-"));
  });
  afterAll(async () => {
    await own.drop();
    await rm(folder, { recursive: true });
  });

  it("coordinators and workers on a database that never held a queue: every run is made, and nobody is told of a deadlock", async () => {
    const models = ["a", "b", "c"].map((name) => ({ name, provider: "policy", model: "sprinter" }));
    const config = configSchema.parse({ models, runs_dir: folder });
    const coordinate = async (): Promise<string[]> => {
      const crew = await openCrew({ url, takeOverSeconds: 30, weight: 1, waitMs: 10_000, log });
      const runDirectory = await createRun(config, makeEffects({ environment: {}, log: () => undefined }));
      const shift = await crew.begin({
        ...{ runDirectory, config, snapshotHash: "none", agents: {}, startsAfresh: true },
        ...{ signal: new AbortController().signal, ceilings: NO_CEILINGS, log },
      });
      const keys = Array.from({ length: 30 }, (_, repeat) => ({ ...keyOf("abc"[repeat % 3]!), repeat }));
      const made = await Promise.all(
        keys.map((key) => shift.make<"execute">({ stage: "execute", key, scenario: SCENARIO })),
      );
      await crew.finish(true);
      await crew.close();
      return made.map((one) => nameOf(one));
    };
    let over = false;
    const workers = Array.from({ length: WORKERS }, (_, worker) =>
      work({ url, log, worker: `w${worker}`, lanes: lanesOf(config), isOver: () => over }),
    );
    const runs = await Promise.all(Array.from({ length: RUNS }, coordinate)).finally(() => {
      over = true;
    });
    await Promise.all(workers);
    const expected = Array.from({ length: 30 }, (_, repeat) => `${"abc"[repeat % 3]}${repeat}`);
    expect(runs).toEqual(Array.from({ length: RUNS }, () => expected));
    expect(said).toEqual([]);
  }, 60_000);

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
  }, 30_000);
});

function keyOf(model: string): Omit<ExecutionKey, "repeat"> {
  return { scenario_id: "S001", model, workflow: "react", knowledge: "prompt" };
}

function nameOf(ended: Ended<"execute">): string {
  if (!ended || !("made" in ended)) return JSON.stringify(ended);
  const { model, repeat } = ended.made.record;
  return `${model}${repeat}`;
}

/** As a worker does, with executions of no time. */
async function work(options: {
  url: string;
  worker: string;
  lanes: ReturnType<typeof lanesOf>;
  isOver(): boolean;
  log(message: string): void;
}): Promise<void> {
  const { url, worker, lanes, isOver, log } = options;
  const database = await QueueDatabase.open(url, new Outages({ log }));
  await prepareSchema(database);
  let boss: PgBoss | undefined;
  let slots: Slots | undefined;
  while (!isOver()) {
    const offers = await openRuns(database);
    if (offers.length > 0 && !slots) {
      boss = await openBoss(database, { coordinates: false, log });
      slots = new Slots({ worker, boss, database, say: log });
    }
    const runs = offers.map((offer) => ({ offer, run: { lanes, make: async ({ key }: Task) => madeOf(key) } }));
    await slots?.take(runs, 8 - slots.busy);
    await slots?.beat({ id: worker, slots: 8, ...slots.state(runs) });
    slots?.throwIfFailed();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (boss) await closeBoss(boss);
  await database.close();
}

function madeOf(key: ExecutionKey): MadeRecord {
  const record = { ...key, thread_id: "t", outcome: "success" };
  return { made: { record, trace: key, prompts: {} }, final: true, tokens: 0, costUsd: 0 } as unknown as MadeRecord;
}
