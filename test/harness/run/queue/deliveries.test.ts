import type { PgBoss } from "pg-boss";
import { expect, it } from "vitest";
import { ServerLost } from "../../../../base/outages/server-lost.ts";
import type { MadeRecord } from "../../../../harness/dag/worker-pool.ts";
import type { QueueDatabase, Sql } from "../../../../harness/run/queue/database.ts";
import { Deliveries, type Job } from "../../../../harness/run/queue/deliveries.ts";

const REFUSED = "refused";

/** Keeps which repeats stood in each transaction, and the jobs that it ended; takes none with `REFUSED` in its record. */
function queue(lost: () => boolean = () => false) {
  const transactions: number[][] = [];
  const ended: string[] = [];
  const sql: Sql = {
    async executeSql(text, values = []) {
      if (!text.includes("INSERT INTO scopebench_queue.records")) return { rows: [{}] };
      const [, , stages, cells, repeats, records] = values as [string, string, string[], string[], number[], string[]];
      transactions.push(repeats);
      await new Promise(setImmediate);
      if (lost()) throw new ServerLost("the queue", "gone", {});
      if (records.some((record) => record.includes(REFUSED))) throw new Error("invalid byte sequence");
      return { rows: repeats.map((repeat, at) => ({ stage: stages[at], cell: cells[at], repeat })) };
    },
  };
  const database = { transaction: <T>(work: (db: Sql) => Promise<T>) => work(sql) } as unknown as QueueDatabase;
  const boss = {
    deleteJob: async (_: string, jobs: Job[]) => void ended.push(...jobs.map(({ id }) => id)),
  } as unknown as PgBoss;
  return { deliveries: new Deliveries({ worker: "w", boss, database }), transactions, ended };
}

function deliver(to: Deliveries, repeat: number, text = ""): Promise<void> {
  const key = { scenario_id: "S001", model: "m", workflow: "react", knowledge: "prompt", repeat };
  const job = { id: `job ${repeat}`, name: "run/0", retryCount: 0, data: { stage: "execute", key } } as unknown as Job;
  return to.deliver("run", job, { made: { text }, final: true, tokens: 1, costUsd: 0 } as unknown as MadeRecord);
}

it("what is made while a transaction is under way goes with the next one, the same job twice never into one", async () => {
  const { deliveries, transactions, ended } = queue();
  await Promise.all([0, 1, 2, 1, 3].map((repeat) => deliver(deliveries, repeat)));
  expect(transactions).toEqual([[0], [1, 2], [1, 3]]);
  expect(ended).toEqual([0, 1, 2, 1, 3].map((repeat) => `job ${repeat}`));
  await deliver(deliveries, 4);
  expect(transactions.at(-1)).toEqual([4]);
});

it("long records share no transaction with many", async () => {
  const { deliveries, transactions } = queue();
  await Promise.all([0, 1, 2, 3].map((repeat) => deliver(deliveries, repeat, "x".repeat(1_500_000))));
  expect(transactions).toEqual([[0], [1, 2], [3]]);
});

it("a record that the database does not take fails alone; a server that is lost fails all, and nothing is tried one by one", async () => {
  const refused = queue();
  const all = [0, 1, 2, 3].map((repeat) => deliver(refused.deliveries, repeat, repeat === 2 ? REFUSED : ""));
  const states = (await Promise.allSettled(all)).map(({ status }) => status);
  expect(states).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(refused.ended).toEqual(["job 0", "job 1", "job 3"]);
  const lost = queue(() => true);
  const none = await Promise.allSettled([0, 1, 2].map((repeat) => deliver(lost.deliveries, repeat)));
  expect(none.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(lost.transactions).toEqual([[0], [1, 2]]);
});
