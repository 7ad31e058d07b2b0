import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RunCheckpoints } from "../../../agent/filesystem/run-checkpoints.ts";
import type { DatabaseState } from "../../../agent/filesystem/state.ts";
import { openStateStore } from "../../../agent/filesystem/state-store.ts";
import { NO_BUDGET } from "../../../assistant/access/rate-limit.ts";
import { NOTHING_SPENT } from "../../../assistant/access/spending.ts";
import type { Principal } from "../../../assistant/protocol/principal.ts";
import { MOST_DOCUMENTS } from "../../../assistant/store/documents.ts";
import { MOST_ITEMS } from "../../../assistant/store/items.ts";
import { AssistantStore, setupStore } from "../../../assistant/store/store.ts";
import { withDatabase } from "../../../db/postgres/server-url.ts";
import { createTestDatabase, describeOn, testPostgresUrl } from "../../servers.ts";

const ann: Principal = { tenant: "a", name: "ann", role: "ask" };
const SAME_NAME: Principal = { tenant: "b", name: "ann", role: "ask" };
const ONE_CALL = { ...NOTHING_SPENT, modelCalls: 1, tokens: 100, costUsd: 0.5 };
const ONE_TOOL = { ...NOTHING_SPENT, toolCalls: 1 };

interface Opened {
  /** Each as a service of its own has it. */
  states: DatabaseState[];
  close(): Promise<void>;
}

describe("caps on the embedded database", () =>
  contract(async () => {
    const state = await openStateStore("memory://");
    return { states: [state, state], close: () => state.close() };
  }));

describeOn(["PostgreSQL"], "caps of two services on one PostgreSQL server", () =>
  contract(async () => {
    const { name, drop } = await createTestDatabase();
    const url = withDatabase({ url: testPostgresUrl(), database: name });
    const states = [await openStateStore({ url }), await openStateStore({ url })];
    const close = async () => {
      await Promise.all(states.map((state) => state.close()));
      await drop();
    };
    return { states, close };
  }),
);

function contract(open: () => Promise<Opened>): void {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
    await new RunCheckpoints(opened.states[0]!.pool, "langgraph_cp").setup();
    await setupStore(opened.states[0]!);
  });
  afterAll(() => opened?.close());

  /** In turn of the one and of the other service. */
  const store = (index: number, who = ann) => new AssistantStore(opened.states[index % 2]!, who);
  const threadOf = async (who = ann) => (await store(0, who).createThread(randomUUID(), {}))!.id;
  const newRun = (thread_id: string) => ({
    ...{ id: randomUUID(), thread_id, assistant_id: randomUUID(), process: null, metadata: {} },
  });
  const runOn = async (thread: string, who = ann) => (await store(0, who).createRun(newRun(thread)))!.id;
  const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  const granted = (all: readonly boolean[]) => all.filter(Boolean).length;
  /** A person of one test's own. */
  const somebody = (name: string): Principal => ({ ...ann, name });

  it("of a day are shared by all runs of a person at once, and by nobody else's", async () => {
    const who = somebody("day");
    const runs = await times(30, async () => runOn(await threadOf(who), who));
    const caps = { session: NO_BUDGET, perDay: { ...NO_BUDGET, modelCalls: 6 } };
    const asked = await times(60, (at) => store(at, who).spending.reserve(runs[at % 30]!, ONE_CALL, caps));
    expect(granted(asked)).toBe(6);
    expect(await store(1, who).spending.by("day")).toMatchObject({ modelCalls: 6, tokens: 600, costUsd: 3 });
    const other = await runOn(await threadOf(SAME_NAME), SAME_NAME);
    expect(await store(0, SAME_NAME).spending.reserve(other, ONE_CALL, caps)).toBe(true);
  });

  it("hold for each of what may be bounded", async () => {
    for (const [name, most, wanted, count] of [
      ["tokens", 250, ONE_CALL, 3],
      ["costUsd", 1, ONE_CALL, 2],
      ["toolCalls", 4, ONE_TOOL, 4],
    ] as const) {
      const who = somebody(name);
      const run = await runOn(await threadOf(who), who);
      const caps = { session: NO_BUDGET, perDay: { ...NO_BUDGET, [name]: most } };
      const asked = await times(12, (at) => store(at, who).spending.reserve(run, wanted, caps));
      expect(granted(asked), name).toBe(count);
    }
  });

  it("of a conversation count runs that were deleted, too", async () => {
    const thread = await threadOf();
    const caps = { session: { ...NO_BUDGET, modelCalls: 3 }, perDay: NO_BUDGET };
    const first = await runOn(thread);
    expect(granted(await times(2, (at) => store(at).spending.reserve(first, ONE_CALL, caps)))).toBe(2);
    await store(0).setRunStatus(first, "success");
    expect(await store(0).deleteRun(thread, first)).toBe(true);
    const second = await runOn(thread);
    expect(granted(await times(4, (at) => store(at).spending.reserve(second, ONE_CALL, caps)))).toBe(1);
    expect(await store(0).spending.on(thread)).toMatchObject({ modelCalls: 3, tokens: 300 });
  });

  it("give back what was not taken, and keep what a killed service had under way", async () => {
    const who = somebody("back");
    const [run, killed] = [await runOn(await threadOf(who), who), await runOn(await threadOf(who), who)];
    const caps = { session: NO_BUDGET, perDay: { ...NO_BUDGET, modelCalls: 2, tokens: 1000 } };
    const { spending } = store(0, who);
    expect(await spending.reserve(run, ONE_CALL, caps)).toBe(true);
    expect(await spending.reserve(killed, ONE_CALL, caps)).toBe(true);
    expect(await spending.reserve(run, ONE_CALL, caps)).toBe(false);
    await spending.settle(run, ONE_CALL, NOTHING_SPENT);
    expect(await spending.by("back")).toMatchObject({ modelCalls: 1, tokens: 100, costUsd: 0.5 });
    expect(await spending.reserve(run, ONE_CALL, caps)).toBe(true);
    await spending.settle(run, ONE_CALL, { ...ONE_CALL, tokens: 7, costUsd: null });
    expect(await spending.by("back")).toMatchObject({ modelCalls: 2, tokens: 107, costUsd: null });
    expect(await spending.reserve(run, ONE_TOOL, caps)).toBe(true);
    expect(await spending.reserve(run, ONE_CALL, caps)).toBe(false);
  });

  it("of look-ups are those of tool calls", async () => {
    const who = somebody("looks");
    const run = await runOn(await threadOf(who), who);
    const perDay = { ...NO_BUDGET, toolCalls: 5 };
    expect(await store(0, who).spending.reserve(run, ONE_TOOL, { session: NO_BUDGET, perDay })).toBe(true);
    expect(granted(await times(9, (at) => store(at, who).spending.reserveLookUp(perDay)))).toBe(4);
  });

  it("of runs at once hold over all services", async () => {
    const who = somebody("runs");
    const threads = await times(8, () => threadOf(who));
    const runs = await times(8, (at) => store(at, who).createRun(newRun(threads[at]!), 3));
    const made = runs.filter((run) => run !== null);
    expect(made).toHaveLength(3);
    await store(0, who).setRunStatus(made[0]!.id, "success");
    expect(await store(1, who).createRun(newRun(threads[0]!), 3)).not.toBeNull();
    await expect(store(1, who).createRun(newRun(randomUUID()), 9)).rejects.toThrow("no such thread");
  });

  it("of documents and of items are not passed by many writings at once", async () => {
    const [thread, { pool }] = [await threadOf(), opened.states[0]!];
    await pool.query(
      `INSERT INTO assistant.document (tenant, thread_id, kind, key, value, author)
SELECT 'a', $1, 'k', 'n' || n, '1', 'ann' FROM generate_series(1, $2::int) n`,
      [thread, MOST_DOCUMENTS - 2],
    );
    const write = (key: string, at: number) => store(at).documents.write(thread, { kind: "k", key }, 1);
    const written = await times(6, (at) => write(`more-${at}`, at));
    expect(written.filter((one) => one !== null)).toHaveLength(2);
    expect(await write("n1", 0)).toMatchObject({ revision: 2 });
    await pool.query(
      `INSERT INTO assistant.item (tenant, owner, namespace, key, value)
SELECT 'a', 'ann', '{n}', 'n' || n, '{}' FROM generate_series(1, $1::int) n`,
      [MOST_ITEMS - 2],
    );
    const put = (key: string, at: number) => store(at).items.put(["n"], key, {});
    expect(granted(await times(6, (at) => put(`more-${at}`, at)))).toBe(2);
    expect(await put("n1", 0)).toBe(true);
  });
}
