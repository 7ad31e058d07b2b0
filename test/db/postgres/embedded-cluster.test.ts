import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openCluster } from "../../../db/postgres/embedded-cluster.ts";

const CLUSTER = pathToFileURL(join(import.meta.dirname, "../../../db/postgres/embedded-cluster.ts")).href;

/** V8 spends 600 MB on optimising the grammar, in a process that was told nothing of how to compile. */
const MOST_MB = 450;

it("reads statements of thousands of words in less memory than optimising the grammar takes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-grammar-"));
  // What new databases are copied from is made here, where it isn't there yet.
  await (await openCluster({ dataDir: join(folder, "first") })).close();
  const program = `
    const { openCluster } = await import(${JSON.stringify(CLUSTER)});
    const database = await openCluster({ dataDir: ${JSON.stringify(join(folder, "data"))} });
    const { rows } = await database.query("SELECT " + Array(2000).fill("1").join(" + ") + " AS sum");
    await database.close();
    console.log(JSON.stringify({ sum: rows[0].sum, megabytes: process.resourceUsage().maxRSS / 1024 }));`;
  const flags = ["--wasm-sync-tier-up", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { env: { ...process.env, NODE_OPTIONS: "" } });
  await rm(folder, { recursive: true });
  const { sum, megabytes } = JSON.parse(stdout);
  expect(sum).toBe(2000);
  expect(megabytes).toBeLessThan(MOST_MB);
});

it("gives its memory back when it is closed, though whoever opened it keeps it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-closed-"));
  const database = await openCluster({ dataDir: join(folder, "data") });
  const memory = new WeakRef((database as unknown as { mod: { HEAPU8: Uint8Array } }).mod.HEAPU8.buffer);
  await database.close();
  await rm(folder, { recursive: true });
  await expect
    .poll(() => {
      globalThis.gc?.();
      return memory.deref() === undefined;
    })
    .toBe(true);
  expect(database.closed).toBe(true);
});
