import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeCorpusFolder } from "../../import/folder/write.ts";
import { smallCorpus } from "../db/small-corpus-data.ts";
import { runCli } from "../harness/cli/run-cli.ts";

let cwd: string;
/** A cache of its own: what it goes on from is its own. */
let environment: { SCOPEBENCH_CACHE: string };
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-ingest-cli-"));
  environment = { SCOPEBENCH_CACHE: join(cwd, "cache") };
  await writeCorpusFolder(smallCorpus(), join(cwd, "corpus"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const run = async (...args: string[]) => {
  const result = await runCli([...args, "--corpus", "corpus"], { cwd, environment });
  expect(result.code, result.errors).toBe(0);
  return result.out;
};
const widest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));

it("goes on from the last snapshot, says what differed, and where a row comes from", async () => {
  expect(await run("corpus", "ingest")).toContain("built from nothing: there is no snapshot of this corpus");
  expect(await run("corpus", "ingest")).toContain("nothing was written");

  const path = join(cwd, "corpus", "artifacts.jsonl");
  const lines = (await readFile(path, "utf8")).trim().split("\n");
  const bad = {
    id: "FEA-999",
    type: "feature",
    title: "It came \u001b[31mlate\u202e",
    text: "Now it is there.",
    meta: {},
  };
  await writeFile(path, `${[...lines, JSON.stringify(bad)].join("\n")}\n`);
  const second = JSON.parse(await run("corpus", "ingest", "--json"));
  expect(second).toMatchObject({ built: true, lineage: { mode: "incremental" }, counts: { unresolved_references: 2 } });
  expect(second.snapshot_hash).not.toBe(second.lineage.from);

  const status = await run("corpus", "ingest", "status");
  expect(status).toContain("incremental, of the corpus as it is");
  expect(status).toMatch(/^backlog item +14 +0 +1 +0$/m);
  expect(JSON.parse(await run("corpus", "ingest", "status", "--json"))).toMatchObject({
    current: true,
    runs: [{ status: "complete" }, { ingest_run_id: 1 }],
  });

  const why = await run("corpus", "why", "FEA-999");
  expect(why).toContain("raw payload");
  expect(why).toContain("TC-1028");
  for (const control of ["\u001b", "\u202e"]) expect(why).not.toContain(control);
  expect(widest(why)).toBeLessThanOrEqual(80);
  expect(JSON.parse(await run("corpus", "why", "TC-1028", "--json")).references).toContainEqual(
    expect.objectContaining({ raw_reference: "FEA-999", rule: "exact", target_id: "FEA-999", ingest_run_id: 2 }),
  );
  expect(await run("corpus", "ingest", "--step", "trace-links")).toContain("Nothing was published");

  const unknown = await runCli(["corpus", "why", "FEA-0", "--corpus", "corpus"], { cwd, environment });
  expect(unknown.code).toBe(1);
  expect(unknown.errors).toContain("no canonical row has the id FEA-0");
});
