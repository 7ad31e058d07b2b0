import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Outages } from "../../base/outages/outages.ts";
import { packSnapshot } from "../../db/snapshots/package.ts";
import { QueueDatabase } from "../../harness/run/queue/database.ts";
import { prepareSchema } from "../../harness/run/queue/schema.ts";
import { fetchSnapshot } from "../../harness/run/queue/snapshots/fetch.ts";
import { SnapshotPublisher } from "../../harness/run/queue/snapshots/publish.ts";
import { snapshotStoreAt } from "../../harness/run/queue/snapshots/store.ts";
import { createTestDatabase, describeOn, type TestDatabase } from "../servers.ts";

describeOn(["PostgreSQL"], "a snapshot over a queue", () => {
  let own: TestDatabase;
  let database: QueueDatabase;
  let root: string;
  beforeAll(async () => {
    own = await createTestDatabase();
    database = await QueueDatabase.open(own.url, new Outages());
    await prepareSchema(database);
    root = await mkdtemp(join(tmpdir(), "scopebench-handed-"));
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
    await rm(root, { recursive: true });
  });

  /** A snapshot of nine megabytes that do not compress, and whoever hands it over; what all said. */
  async function party(snapshotHash: string, place?: string) {
    const said: string[] = [];
    const say = (message: string) => void said.push(message);
    const cacheDirectory = join(root, snapshotHash);
    const folder = join(cacheDirectory, "substrates", snapshotHash);
    await mkdir(join(folder, "pgdata"), { recursive: true });
    const bytes = Buffer.alloc(9_000_000, randomBytes(999_983));
    await writeFile(join(folder, "pgdata/base"), bytes);
    await writeFile(join(folder, "manifest.json"), JSON.stringify({ version: 1, snapshot_hash: snapshotHash }));
    const packSnapshotHere = (file: string) => packSnapshot({ cacheDirectory, snapshotHash, file });
    const run = { snapshot: { hash: snapshotHash, pack: packSnapshotHere }, log: say };
    const publisher = new SnapshotPublisher({
      database,
      run,
      store: place === undefined ? undefined : snapshotStoreAt(place, {}),
    });
    const fetched = (machine: string) => join(root, machine, "substrates", snapshotHash, "pgdata/base");
    return {
      said,
      async fetch(machine: string): Promise<boolean> {
        const cache = join(root, machine);
        const { signal } = new AbortController();
        await fetchSnapshot({ database, snapshot: snapshotHash, cacheDirectory: cache, environment: {}, signal, say });
        return (await readFile(fetched(machine))).equals(bytes);
      },
      /** As a coordinator does, until the fetching ends. */
      async whilePublishing<T>(fetching: Promise<T>): Promise<T> {
        let over = false;
        const looking = (async () => {
          while (!over) {
            await publisher.look();
            await new Promise((resolve) => setTimeout(resolve, 30));
          }
          await publisher.end();
        })();
        return fetching.finally(() => {
          over = true;
          return looking;
        });
      },
    };
  }

  it("is handed over once it is asked for, fetched once a machine, and looked for nowhere else", async () => {
    const { said, fetch, whilePublishing } = await party("aaa");
    const all = Promise.all([fetch("machine 1"), fetch("machine 1"), fetch("machine 2")]);
    expect(await whilePublishing(all)).toEqual([true, true, true]);
    const counts = ["handed to workers", "fetched", "asks the coordinator"].map(
      (what) => said.filter((line) => line.includes(what)).length,
    );
    expect(counts).toEqual([1, 2, 2]);
  });

  it("through a folder: one file, and none of it is in the database", async () => {
    const store = join(root, "store");
    const { fetch, whilePublishing } = await party("bbb", store);
    expect(await whilePublishing(fetch("machine 3"))).toBe(true);
    expect(await readdir(store)).toEqual([expect.stringMatching(/^bbb-[0-9a-f]{16}\.tar\.gz$/)]);
    expect(await database.query("SELECT FROM scopebench_queue.snapshot_parts WHERE snapshot = 'bbb'")).toEqual([]);
  });

  it("that came damaged, or without its end, is refused and leaves nothing", async () => {
    const { fetch, whilePublishing } = await party("ccc");
    await whilePublishing(fetch("machine 4"));
    await database.query(
      "UPDATE scopebench_queue.snapshot_parts SET body = set_byte(body, 9, 1) WHERE snapshot = 'ccc' AND part = 1",
    );
    await expect(fetch("machine 5")).rejects.toMatchObject({
      code: "substrate",
      message: expect.stringContaining("damaged"),
    });
    await database.query("DELETE FROM scopebench_queue.snapshot_parts WHERE snapshot = 'ccc' AND part = 1");
    await expect(fetch("machine 5")).rejects.toMatchObject({ code: "substrate" });
    expect(await readdir(join(root, "machine 5"), { recursive: true })).toEqual(["fetching"]);
  });
});
