import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { StateLocation } from "../../agent/filesystem/state-store.ts";
import { withDatabase } from "../../db/postgres/server-url.ts";
import { createTestDatabase, describeOn, testPostgresUrl } from "../servers.ts";
import { send } from "./request.ts";
import { QUESTION, type Served, serveSmall } from "./served.ts";

const json = { "content-type": "application/json" };
const ask = async ({ url }: Served) => {
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
/** Rows of a thread, by its key, wherever it has any. */
const rowsOf = async ({ service }: Served, key: string) => {
  const sql = `SELECT (SELECT count(*) FROM langgraph_cp.checkpoints WHERE thread_id = $1)
    + (SELECT count(*) FROM langgraph_cp.checkpoint_blobs WHERE thread_id = $1)
    + (SELECT count(*) FROM langgraph_cp.checkpoint_writes WHERE thread_id = $1)
    + (SELECT count(*) FROM agentfs.file WHERE thread_id = $1) + (SELECT count(*) FROM agentfs.blob WHERE thread_id = $1)
    + (SELECT count(*) FROM agentfs.revision WHERE thread_id = $1) + (SELECT count(*) FROM assistant.erasing WHERE key::text = $1) AS rows`;
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
