import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { fileRole } from "../../../agent/filesystem/in-scope.ts";
import { RunCheckpoints } from "../../../agent/filesystem/run-checkpoints.ts";
import { scopedPool } from "../../../agent/filesystem/scoped-pool.ts";
import type { DatabaseState } from "../../../agent/filesystem/state.ts";
import { openStateStore } from "../../../agent/filesystem/state-store.ts";
import type { Principal } from "../../../assistant/protocol/principal.ts";
import { ScopedSql } from "../../../assistant/store/scoped-sql.ts";
import { AssistantStore, setupStore } from "../../../assistant/store/store.ts";
import { withDatabase } from "../../../db/postgres/server-url.ts";
import { nonEmpty } from "../../non-empty.ts";
import { createTestDatabase, describeOn, testPostgresUrl } from "../../servers.ts";

const SCHEMA = "langgraph_cp";
const ann: Principal = { tenant: "a", name: "ann", role: "ask" };
const art: Principal = { tenant: "a", name: "art", role: "ask" };
const rea: Principal = { tenant: "a", name: "rea", role: "review" };
const bob: Principal = { tenant: "b", name: "bob", role: "operate" };

describe("threads and documents on the embedded database", () =>
  contract(async () => {
    const state = await openStateStore("memory://");
    return { state, close: () => state.close() };
  }));

describeOn(["PostgreSQL"], "threads and documents on a PostgreSQL server", () =>
  contract(async () => {
    const { name, drop } = await createTestDatabase();
    const state = await openStateStore({ url: withDatabase({ url: testPostgresUrl(), database: name }) });
    return { state, close: () => state.close().then(drop) };
  }),
);

function contract(open: () => Promise<{ state: DatabaseState; close(): Promise<void> }>): void {
  let state: DatabaseState;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ state, close } = await open());
    await new RunCheckpoints(state.pool, SCHEMA).setup();
    await setupStore(state);
  });
  afterAll(() => close());
  const as = (who: Principal) => new AssistantStore(state, who);
  const threadOf = async (who: Principal) => (await as(who).createThread(randomUUID(), {}))!;

  it("sets up again without harm, at the same time too", async () => {
    await Promise.all([setupStore(state), setupStore(state)]);
    const { rows } = await state.pool.query("SELECT name FROM assistant.migration ORDER BY name");
    expect(rows.length).toBeGreaterThan(2);
  });

  it("keeps a document with its author, its time and how often it was written", async () => {
    const { id } = await threadOf(ann);
    const { documents } = as(ann);
    const value = { kept: ["TC-1"], why: "näher — ‘so’", n: [1.5, null, true] };
    expect(await documents.write(id, { kind: "scope", key: "answer-1" }, value)).toMatchObject({
      ...{ thread_id: id, kind: "scope", key: "answer-1", value, author: "ann", revision: 1 },
      created_at: expect.any(Date),
    });
    for (const other of nonEmpty([null, "text", 0, false, [], {}]))
      expect((await documents.write(id, { kind: "rating", key: "r" }, other))!.value).toEqual(other);
    expect(await as(rea).documents.write(id, { kind: "scope", key: "answer-1" }, 2)).toMatchObject({
      ...{ author: "rea", revision: 2 },
    });
    expect((await documents.list(id, null)).map(({ kind }) => kind)).toEqual(["rating", "scope"]);
    expect(await documents.list(id, "scope")).toHaveLength(1);
    expect(await documents.remove(id, "scope", "answer-1")).toBe(true);
    expect(await documents.remove(id, "scope", "answer-1")).toBe(false);
    expect(await documents.read(id, "scope", "answer-1")).toBeNull();
  });

  it("writes over a document only as it was read, where that is asked", async () => {
    const { id } = await threadOf(ann);
    const { documents } = as(ann);
    const place = { kind: "scope", key: "k" };
    expect(await documents.write(id, { ...place, revision: 3 }, 1)).toBeNull();
    expect(await documents.write(id, { ...place, revision: 0 }, 1)).toMatchObject({ revision: 1 });
    expect(await documents.write(id, { ...place, revision: 0 }, 2)).toBeNull();
    const both = await Promise.all([1, 2].map((value) => documents.write(id, { ...place, revision: 1 }, value)));
    expect(both.filter((written) => written !== null)).toHaveLength(1);
  });

  it("forgets a thread's runs and documents with it", async () => {
    const { id } = await threadOf(ann);
    const run = { id: randomUUID(), thread_id: id, assistant_id: randomUUID(), process: null, metadata: {} };
    await as(ann).createRun(run);
    await as(ann).documents.write(id, { kind: "scope", key: "k" }, 1);
    await as(ann).deleteThread(id);
    expect(await as(ann).run(id, run.id)).toBeNull();
    expect(await as(ann).documents.list(id, null)).toEqual([]);
  });

  it("lets tenants choose the same id, each for a thread of its own", async () => {
    const id = randomUUID();
    const [a, b] = [await as(ann).createThread(id, { whose: "a" }), await as(bob).createThread(id, { whose: "b" })];
    expect(a!.key).not.toBe(b!.key);
    expect((await as(bob).thread(id))!.metadata).toEqual({ whose: "b" });
    expect(await as(art).createThread(id, {})).toBeNull();
    expect(await as(art).thread(id)).toBeNull();
  });

  it("shows a statement without any condition the rows of its tenant and person alone", async () => {
    const mine = await threadOf(ann);
    for (const who of nonEmpty([ann, bob])) {
      const { id } = await threadOf(who);
      await as(who).createRun({
        id: randomUUID(),
        thread_id: id,
        assistant_id: randomUUID(),
        process: null,
        metadata: {},
      });
      await as(who).documents.write(id, { kind: "scope", key: "k" }, who.name);
    }
    const seen = async (who: Principal, table: string) =>
      new Set(
        (
          await new ScopedSql(state.pool, who).rows<{ tenant: string }>(`SELECT tenant FROM assistant.${table}`, [])
        ).map(({ tenant }) => tenant),
      );
    for (const table of nonEmpty(["thread", "run", "document"])) {
      expect(await seen(ann, table)).toEqual(new Set(["a"]));
      expect(await seen(rea, table)).toEqual(new Set(["a"]));
      expect(await seen(bob, table)).toEqual(new Set(["b"]));
      expect(await seen(art, table)).toEqual(new Set());
      expect(await seen({ ...bob, tenant: "" }, table)).toEqual(new Set());
    }
    const sql = new ScopedSql(state.pool, bob);
    expect(await sql.rows("UPDATE assistant.thread SET title = 'taken' WHERE tenant = 'a' RETURNING id", [])).toEqual(
      [],
    );
    expect(await sql.rows("DELETE FROM assistant.document WHERE tenant = 'a' RETURNING key", [])).toEqual([]);
    const into =
      "INSERT INTO assistant.document (tenant, thread_id, kind, key, value, author) VALUES ('a', $1, 'k', 'k', '1', 'bob')";
    await expect(sql.rows(into, [mine.id])).rejects.toThrow("row-level security");
    await expect(sql.rows("SELECT * FROM langgraph_cp.checkpoints", [])).rejects.toThrow("permission denied");
    await expect(sql.rows("SELECT * FROM agentfs.file", [])).rejects.toThrow("permission denied");
  });

  it("shows a thread's checkpoints and files to that thread alone, whatever is asked for", async () => {
    const scopes = ["one", "two"].map((threadId) => ({ assistantId: "assistant", threadId }));
    for (const scope of scopes) {
      const saver = new RunCheckpoints(scopedPool(state.pool, fileRole(scope)), SCHEMA);
      const config = { configurable: { thread_id: scope.threadId, checkpoint_ns: "" } };
      const checkpoint = {
        v: 4,
        id: randomUUID(),
        ts: "",
        channel_values: {},
        channel_versions: {},
        versions_seen: {},
      };
      const stored = await saver.put(config, checkpoint, { source: "input", step: -1, parents: {} }, {});
      await saver.putWrites(stored, [["messages", scope.threadId]], "task");
      await new AgentFiles(state.files, scope).write("/a.txt", scope.threadId);
    }
    const saver = new RunCheckpoints(scopedPool(state.pool, fileRole(scopes[0]!)), SCHEMA);
    const other = { configurable: { thread_id: "two", checkpoint_ns: "" } };
    expect(await saver.getTuple(other)).toBeUndefined();
    expect(
      (await saver.getTuple({ configurable: { thread_id: "one", checkpoint_ns: "" } }))!.pendingWrites,
    ).toHaveLength(1);
    await saver.deleteThread("two");
    expect(await new RunCheckpoints(state.pool, SCHEMA).getTuple(other)).toBeDefined();
    const { rows } = await scopedPool(state.pool, fileRole(scopes[0]!)).query(
      "SELECT DISTINCT thread_id FROM agentfs.file",
    );
    expect(rows).toEqual([{ thread_id: "one" }]);
  });
}
