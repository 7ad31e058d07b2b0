import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Outages } from "../../../base/outages/outages.ts";
import { substrateOptionsSchema } from "../../../db/options/substrate-options.ts";
import { openCluster } from "../../../db/postgres/embedded-cluster.ts";
import { keptAt } from "../../../db/postgres/kept-clusters.ts";
import { folderStore } from "../../../db/snapshots/folder-store.ts";
import { openStore } from "../../../db/snapshots/open-store.ts";

let root = "";
const before = process.env.SCOPEBENCH_CACHE;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "scopebench-empty-"));
  await (await openCluster({ dataDir: join(root, "any") })).close();
  const cluster = keptAt("");
  process.env.SCOPEBENCH_CACHE = join(root, "cache");
  await cp(cluster, keptAt(""), { recursive: true });
});

afterEach(async () => {
  if (before === undefined) delete process.env.SCOPEBENCH_CACHE;
  else process.env.SCOPEBENCH_CACHE = before;
  await rm(root, { recursive: true });
});

it("a thread makes what first drafts are copied from, and the draft has the schema and nothing in it", async () => {
  const store = openStore(substrateOptionsSchema.parse({ cacheDirectory: join(root, "store") }), {}, new Outages());
  const kept = async () => (await readdir(dirname(keptAt("")))).filter((name) => /-kept-[0-9a-f]{12}$/.test(name));
  expect(await kept()).toEqual([]);
  const made = await store.ready!();
  await made();
  expect(await kept()).toHaveLength(1);
  const draft = await store.begin(null);
  const { rows } = await draft.sql.query("SELECT count(*)::int AS n FROM core.ingest_run");
  expect(rows).toEqual([{ n: 0 }]);
  expect(await kept()).toHaveLength(1);
  await draft.discard();
});

it("a thread that fails ends the wait for it, and whoever begins a draft hears why", async () => {
  const emptySql = async () => "SELECT nonsense;";
  const store = folderStore({ cacheDirectory: join(root, "store"), emptySql, settings: {} });
  const made = await store.ready!();
  await made();
  await expect(store.begin(null)).rejects.toThrow("nonsense");
});
