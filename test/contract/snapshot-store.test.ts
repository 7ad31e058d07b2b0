import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Outages } from "../../base/outages/outages.ts";
import { substrateOptionsSchema } from "../../db/options/substrate-options.ts";
import type { SubstrateManifest } from "../../db/ports/substrate-manifest.ts";
import { openServer } from "../../db/postgres/server.ts";
import { openStore } from "../../db/snapshots/open-store.ts";
import type { SnapshotStore } from "../../db/snapshots/store.ts";
import { describeOn, testPostgresUrl, testPrefix } from "../servers.ts";

interface Opened {
  store: SnapshotStore;
  remove(): Promise<void>;
}

async function folders(): Promise<Opened> {
  const root = await mkdtemp(join(tmpdir(), "scopebench-store-"));
  const store = openStore(substrateOptionsSchema.parse({ cacheDirectory: root }), {}, new Outages());
  return { store, remove: () => rm(root, { recursive: true, force: true }) };
}

async function server(): Promise<Opened & { prefix: string }> {
  const { prefix, dropAll } = testPrefix();
  const options = substrateOptionsSchema.parse({ database: { type: "postgres", prefix }, bm25: "portable" });
  const store = openStore(options, { SCOPEBENCH_POSTGRES_URL: testPostgresUrl() }, new Outages());
  return { store, prefix, remove: dropAll };
}

/** What the store looks at. */
function manifest(snapshotHash: string, second: number): SubstrateManifest {
  return { version: 1, snapshot_hash: snapshotHash, built_at: `2030-01-01T00:00:0${second}.000Z` } as SubstrateManifest;
}

describe("a snapshot store of folders", () => contract(folders));
describeOn(["PostgreSQL"], "a snapshot store on a PostgreSQL server", () => {
  contract(server);

  it("removes drafts of processes that are gone, not those of others; an original in use is not copied", async () => {
    const { store, remove, prefix } = await server();
    const admin = await openServer({ url: testPostgresUrl(), connections: 1 });
    const drafts = async () =>
      (
        await admin.query<{ name: string }>(
          "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1) ORDER BY 1",
          [`${prefix}_building_`],
        )
      ).rows.map(({ name }) => name);
    const first = await store.begin(null);
    const [own] = await drafts();
    await admin.execute(`CREATE DATABASE ${prefix}_building_gone`);
    const second = await store.begin(null);
    expect(await drafts()).toHaveLength(2);
    expect(await drafts()).toContain(own);
    await second.discard();
    await first.publish(manifest("busy", 1));
    const reader = await store.open(manifest("busy", 1));
    const third = await store.begin("busy");
    expect(third.from).toBeNull();
    for (const opened of [third, first]) await opened.discard();
    await reader.close();
    expect(await drafts()).toEqual([]);
    await admin.close();
    await remove();
  });

  it("somebody else's database whose name begins alike is no snapshot, whatever is written beside it", async () => {
    const { store, remove, prefix } = await server();
    const admin = await openServer({ url: testPostgresUrl(), connections: 1 });
    const comments = ["my own", "{", '{"version":1,"snapshot_hash":"another"}'];
    for (const [index, comment] of comments.entries()) {
      await admin.execute(`CREATE DATABASE ${prefix}_theirs${index}`);
      await admin.execute(`COMMENT ON DATABASE ${prefix}_theirs${index} IS '${comment}'`);
    }
    await admin.close();
    expect(await store.list()).toEqual([]);
    expect(await store.find("theirs0")).toBeNull();
    await remove();
  });

  it("refuses a snapshot in which the agent's role has gained something", async () => {
    const { store, remove } = await server();
    const draft = await store.begin(null);
    await draft.sql.execute(
      "GRANT USAGE ON SCHEMA raw TO agent_readonly; GRANT EXECUTE ON FUNCTION pg_catalog.set_config(text, text, boolean) TO PUBLIC",
    );
    await draft.publish(manifest("open", 1));
    await draft.discard();
    await expect(store.open(manifest("open", 1))).rejects.toMatchObject({
      code: "environment",
      problems: [expect.stringContaining("raw"), expect.stringContaining("set_config")],
    });
    await remove();
  });

  it("explains a server that does not answer, and never shows the password", async () => {
    const options = substrateOptionsSchema.parse({ database: { type: "postgres" } });
    const environment = { SCOPEBENCH_POSTGRES_URL: "postgres://me:secret@127.0.0.1:1/db" };
    const store = openStore(options, environment, new Outages({ waitMs: 0 }));
    const error = store.explain(await store.list().catch((caught: unknown) => caught)) as Error;
    expect(error).toMatchObject({ code: "environment", message: expect.stringContaining("127.0.0.1:1/db") });
    expect(`${error.stack} ${String(error.cause)}`).not.toContain("secret");
  });
});

function contract(open: () => Promise<Opened>): void {
  let opened: Opened;
  let store: SnapshotStore;

  beforeAll(async () => {
    opened = await open();
    store = opened.store;
  });
  afterAll(() => opened.remove());

  async function numbers(snapshotHash: string): Promise<unknown[]> {
    const opened = await store.open(manifest(snapshotHash, 0));
    const { rows } = await opened.sql.query("SELECT n FROM public.numbers ORDER BY n");
    await opened.close();
    return rows.map((row) => row.n);
  }

  it("has nothing at first", async () => {
    expect(await store.find("one")).toBeNull();
    expect(await store.list()).toEqual([]);
  });

  it("publishes a draft under its hash, and keeps the first of two", async () => {
    const first = await store.begin(null);
    expect(first.from).toBeNull();
    await first.sql.execute("CREATE TABLE public.numbers (n integer); INSERT INTO public.numbers VALUES (0)");
    expect(await store.find("one")).toBeNull();
    expect(await first.publish(manifest("one", 1))).toEqual(manifest("one", 1));
    const second = await store.begin("one");
    await second.sql.execute("UPDATE public.numbers SET n = 1");
    expect(await second.publish(manifest("one", 2))).toEqual(manifest("one", 1));
    for (const draft of [first, second]) await draft.discard();
    expect(await store.find("one")).toEqual(manifest("one", 1));
    expect(await numbers("one")).toEqual([0]);
  });

  it("begins from a copy: what happens to it reaches neither the original nor, once discarded, anything", async () => {
    const changed = await store.begin("one");
    expect(changed.from).toBe("one");
    await changed.sql.execute("INSERT INTO public.numbers VALUES (7)");
    const dropped = await store.begin("one");
    await dropped.sql.execute("DELETE FROM public.numbers");
    await dropped.discard();
    await changed.publish(manifest("two", 2));
    await changed.discard();
    expect([await numbers("one"), await numbers("two")]).toEqual([[0], [0, 7]]);
    expect((await store.list()).map(({ snapshot_hash: snapshotHash }) => snapshotHash)).toEqual(["two", "one"]);
  });

  it("keeps a session for all calls of a draft: temporary tables and transactions", async () => {
    const draft = await store.begin("one");
    await draft.sql.execute("CREATE TEMP TABLE entry (n integer); BEGIN; DELETE FROM public.numbers");
    await draft.sql.query("INSERT INTO pg_temp.entry SELECT n FROM public.numbers");
    await draft.sql.execute("ROLLBACK");
    expect((await draft.sql.query("SELECT n FROM public.numbers")).rows).toEqual([{ n: 0 }]);
    await draft.discard();
  });
}
