import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { StateLocation } from "../../agent/filesystem/state-store.ts";
import { withDatabase } from "../../db/postgres/server-url.ts";
import { createTestDatabase, describeOn, testPostgresUrl } from "../servers.ts";
import { send } from "./request.ts";
import { QUESTION, type Served, serveSmall } from "./served.ts";

const json = { "content-type": "application/json" };
const ask = async ({ url }: Pick<Served, "url">) => {
  const input = { messages: [{ type: "human", content: QUESTION }] };
  const body = JSON.stringify({ assistant_id: "scopebench", input });
  const { headers } = await send({ url, method: "POST", path: "/runs/wait", headers: json, body });
  return String(headers["content-location"]).split("/")[2]!;
};
const stored = async ({ service }: Served, thread: string) => {
  const { rows } = await service.database.pool.query<{ key: string }>(
    "SELECT key FROM assistant.thread WHERE id = $1",
    [thread],
  );
  return rows[0]?.key ?? null;
};
const TABLES = [
  ...["langgraph_cp.checkpoints", "langgraph_cp.checkpoint_blobs", "langgraph_cp.checkpoint_writes"],
  ...["agentfs.file", "agentfs.blob", "agentfs.revision"],
];

/** Rows of a thread, by its key, wherever it has any. */
const rowsOf = async ({ service }: Served, key: string) => {
  const counts = TABLES.map((table) => `(SELECT count(*) FROM ${table} WHERE thread_id = $1)`);
  const sql = `SELECT ${counts.join(" + ")} + (SELECT count(*) FROM assistant.erasing WHERE key::text = $1) AS rows`;
  return Number((await service.database.pool.query<{ rows: string }>(sql, [key])).rows[0]!.rows);
};
const age = async ({ service }: Served, thread: string, days: number) =>
  service.database.pool.query("UPDATE assistant.thread SET updated_at = now() - $2 * interval '1 day' WHERE id = $1", [
    thread,
    days,
  ]);

it("erases what a kill left of a deleted thread, and threads unused for as long as is said, when a service begins", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-erasure-"));
  await erased(join(folder, "state"));
  await rm(folder, { recursive: true });
});

it("a kill -9 between a thread's checkpoints and its files: the next service erases the rest, and nothing of another", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-erasure-"));
  const script = fileURLToPath(new URL("killed-erasure.ts", import.meta.url));
  const child = spawn(process.execPath, [script, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = await once(child.stdout, "data");
  const url = String(line).trim();
  const [deleted, kept] = [await ask({ url }), await ask({ url })];
  await expect(send({ url, method: "DELETE", path: `/threads/${deleted}`, headers: {} })).rejects.toThrow();
  expect((await ended)[1]).toBe("SIGKILL");

  const second = await serveSmall(folder);
  const { pool } = second.service.database;
  const left = async (sql: string) => Number((await pool.query<{ n: string }>(sql)).rows[0]!.n);
  await expect.poll(() => left("SELECT count(*) AS n FROM assistant.erasing")).toBe(0);
  // Whatever names a thread names one that is there.
  for (const table of TABLES) {
    const sql = `SELECT count(*) AS n FROM ${table} WHERE thread_id NOT IN (SELECT key::text FROM assistant.thread)`;
    expect([table, await left(sql)]).toEqual([table, 0]);
  }
  expect([await stored(second, deleted), await stored(second, kept)]).toEqual([null, expect.any(String)]);
  expect(await rowsOf(second, (await stored(second, kept))!)).toBeGreaterThan(0);
  await second.close();
  await rm(folder, { recursive: true });
});

describeOn(["PostgreSQL"], "on a PostgreSQL server", () => {
  it("erases alike", async () => {
    const { name, drop } = await createTestDatabase();
    await erased({ url: withDatabase({ url: testPostgresUrl(), database: name }) });
    await drop();
  });
});

async function erased(state: StateLocation): Promise<void> {
  const first = await serveSmall(state);
  const [killed, old, decided, fresh] = [await ask(first), await ask(first), randomUUID(), await ask(first)];
  await first.service.store.createThread(decided, {});
  const keys = await Promise.all([killed, old].map((thread) => stored(first, thread)));
  expect(await Promise.all(keys.map((key) => rowsOf(first, key!)))).toEqual([
    expect.toSatisfy(some),
    expect.toSatisfy(some),
  ]);
  // As far as a deletion had come when it was killed.
  await first.service.store.deleteThread(killed);
  for (const thread of [old, decided]) await age(first, thread, 31);
  await first.service.store.documents.write(decided, { kind: "scope", key: "a" }, {});
  await age(first, fresh, 29);
  await first.close();

  const second = await serveSmall(state, { keepDays: 30 });
  await expect.poll(() => stored(second, old)).toBeNull();
  for (const key of [keys[0]!, keys[1]!]) await expect.poll(() => rowsOf(second, key)).toBe(0);
  expect(await stored(second, decided)).not.toBeNull();
  expect(await stored(second, fresh)).not.toBeNull();
  const { rows } = await second.service.database.pool.query("SELECT DISTINCT thread_id FROM assistant.deleted_run");
  expect(rows.map(({ thread_id }) => thread_id).sort()).toEqual([killed, old].sort());
  // By its owner, at once.
  const key = (await stored(second, fresh))!;
  const gone = await send({ url: second.url, method: "DELETE", path: `/threads/${fresh}`, headers: {} });
  expect([gone.status, await rowsOf(second, key)]).toEqual([204, 0]);
  const none = await send({ url: second.url, method: "DELETE", path: `/threads/${randomUUID()}`, headers: {} });
  expect(none.status).toBe(404);
  await second.close();
}

const some = (rows: number) => rows > 0;
