import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "../../base/hash.ts";
import { UserError } from "../../base/user-error.ts";
import { INGEST_STEPS } from "../../db/ingest/steps.ts";
import { type SubstrateOptions, substrateOptionsSchema } from "../../db/options/substrate-options.ts";
import { contentDigest } from "../../db/snapshots/content-digest.ts";
import { asEnvironmentError, readManifest } from "../../db/snapshots/folder-files.ts";
import { buildSubstrate, findSnapshot, ingestCorpus, openSubstrate } from "../../db/substrate.ts";
import { ENGINE_FLAGS } from "../engine-flags.ts";
import { editedCorpus, smallCorpus } from "./small-corpus-data.ts";

const BUILDER = fileURLToPath(new URL("./build-small.ts", import.meta.url));

let root: string;
let options: SubstrateOptions;
let snapshot: string;
let folder: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "scopebench-substrate-"));
  options = optionsIn("shared");
  // Two processes build the same snapshot at once.
  expect(await Promise.all([exitOf(builder("shared")), exitOf(builder("shared"))])).toEqual([0, 0]);
  snapshot = (await findSnapshot(smallCorpus(), options))!.snapshot_hash;
  folder = join(root, "shared", "substrates", snapshot);
});
afterAll(() => rm(root, { recursive: true, force: true }));

function optionsIn(name: string, rest: object = {}): SubstrateOptions {
  return substrateOptionsSchema.parse({
    cacheDirectory: join(root, name),
    embedding: { type: "lsa", dimensions: 32, seed: 1 },
    ...rest,
  });
}

/** Another process that ingests the small corpus, or the edited one. */
function builder(name: string, corpus: "small" | "edited" = "small") {
  return spawn(process.execPath, [...ENGINE_FLAGS, BUILDER, join(root, name), corpus], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Killed in the middle of its work. */
async function killAtChunks(child: ReturnType<typeof builder>): Promise<void> {
  const exit = once(child, "exit");
  for await (const chunk of child.stdout) if (String(chunk).includes("chunks")) break;
  child.kill("SIGKILL");
  await exit;
}

async function exitOf(child: ReturnType<typeof builder>): Promise<number | null> {
  child.stdout.resume();
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

/** An embeddings endpoint on the loopback: a text's vector counts its letters. */
async function embeddingEndpoint(): Promise<{ baseUrl: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    const { input } = JSON.parse(body) as { input: string[] };
    response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: letterCounts(text) })) }));
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

function letterCounts(text: string): number[] {
  const counts: number[] = Array(26).fill(0);
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) counts[letter.charCodeAt(0) - 97]!++;
  return counts;
}

describe("buildSubstrate", () => {
  it("leaves one finished snapshot and no scratch when two processes build it at once", async () => {
    expect(await readdir(join(root, "shared", "substrates"))).toEqual([snapshot]);
    expect(await readdir(join(root, "shared", "scratch"))).toEqual([]);
  });

  it("says what was built", async () => {
    expect(await readManifest(folder)).toMatchObject({
      version: 1,
      corpus_hash: smallCorpus().hash,
      back_ends: {
        postgres: "pglite",
        graph: "age",
        bm25: "pg_textsearch",
        vector_index: "exact",
        embedding: expect.stringMatching(/^lsa-32@[0-9a-f]{12}$/),
        dimensions: 32,
      },
      counts: {
        test_cases: 28,
        backlog_items: 14,
        protocols: 3,
        messages: 9,
        knowledge_entries: 7,
        other_artifacts: 2,
        trace_links: 29,
        unresolved_references: 3,
      },
    });
  });

  it("finds a built snapshot without a step, with its first manifest", async () => {
    const steps: string[] = [];
    const found = await buildSubstrate(smallCorpus(), options, { progress: (step) => steps.push(step) });
    expect([found, steps]).toEqual([await readManifest(folder), []]);
  });

  it("has another snapshot for other options or another corpus", async () => {
    expect(
      await findSnapshot(smallCorpus(), optionsIn("shared", { embedding: { type: "lsa", dimensions: 16, seed: 1 } })),
    ).toBeNull();
    expect(await findSnapshot({ ...smallCorpus(), hash: "other" }, options)).toBeNull();
  });

  it("refuses an empty corpus before anything is made", async () => {
    const empty = { ...smallCorpus(), artifacts: [], links: [], hash: "empty" };
    await expect(buildSubstrate(empty, optionsIn("empty"))).rejects.toMatchObject({ code: "corpus" });
    await expect(readdir(join(root, "empty"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("openSubstrate", () => {
  it("works on a private copy, removed on closing: writes reach neither the snapshot nor another opening", async () => {
    const [one, two] = await Promise.all([openSubstrate(snapshot, options), openSubstrate(snapshot, options)]);
    await one.sql.execute("DELETE FROM core.trace_link");
    expect((await two.sql.query("SELECT count(*) AS n FROM core.trace_link")).rows).toEqual([{ n: 29 }]);
    await one.close();
    const three = await openSubstrate(snapshot, options);
    expect((await three.sql.query("SELECT count(*) AS n FROM core.trace_link")).rows).toEqual([{ n: 29 }]);
    await Promise.all([two.close(), three.close()]);
    expect(await readdir(join(root, "shared", "scratch"))).toEqual([]);
  });

  it("asks the database and its graph once where it remembers, and says the same to who asks again", async () => {
    const openings = [false, true].map((remembers) => openSubstrate(snapshot, options, { remembers }));
    const answers: unknown[] = [];
    for (const substrate of await Promise.all(openings)) {
      const ask = async () => [
        (await substrate.sql.query("SELECT count(*) AS n FROM core.trace_link")).rows,
        await substrate.graph.cypher("MATCH (f:Feature) RETURN count(f)", { columns: ["n"] }),
      ];
      const before = await ask();
      await substrate.sql.execute(`DELETE FROM core.trace_link; DELETE FROM scope."Feature"`);
      answers.push(JSON.stringify(await ask()) === JSON.stringify(before));
      await substrate.close();
    }
    expect(answers).toEqual([false, true]);
  });

  it("removes copies of this machine's processes that are gone, and no others", async () => {
    const scratch = join(root, "shared", "scratch");
    const host = sha256(hostname()).slice(0, 8);
    // No process has this number: it is above the largest that any system gives.
    const stale = `99999999-${host}-a`;
    const kept = [`99999999-00000000-elsewhere`, `${process.ppid}-${host}-alive`, "notes"];
    for (const name of [stale, ...kept]) await mkdir(join(scratch, name));
    await (await openSubstrate(snapshot, options)).close();
    expect((await readdir(scratch)).sort()).toEqual([...kept].sort());
    for (const name of kept) await rm(join(scratch, name), { recursive: true });
  });

  it("refuses options that the snapshot was not built with", async () => {
    const other = optionsIn("shared", { embedding: { type: "lsa", dimensions: 16, seed: 1 }, bm25: "portable" });
    const error = await openSubstrate(snapshot, other).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: "substrate",
      problems: [expect.stringContaining("bm25"), expect.stringContaining("dimensions")],
    });
  });

  it("answers all four ports after a query was ended", async () => {
    const substrate = await openSubstrate(snapshot, options);
    await expect(
      substrate.sql.query("SELECT count(*) FROM generate_series(1, 1000000000)", [], { timeoutMs: 100 }),
    ).rejects.toThrow();
    expect(
      await substrate.graph.cypher("MATCH (f:Feature {id: 'FEA-101'}) RETURN f.name", { columns: ["name"] }),
    ).toHaveLength(1);
    expect(await substrate.search.keyword("paging", { limit: 1 })).toHaveLength(1);
    expect(await substrate.search.vector("paging", { limit: 1 })).toHaveLength(1);
    expect(await substrate.graph.neighbourhood("FEA-101", { depth: 1, limit: 1 })).toHaveLength(1);
    await substrate.close();
  });

  it.each([
    ["no snapshot", async (at: string) => void (await mkdir(at))],
    [
      "a snapshot of a future version",
      async (at: string) => {
        await mkdir(at);
        await writeFile(join(at, "manifest.json"), JSON.stringify({ version: 2 }));
      },
    ],
    [
      "a snapshot without its database",
      async (at: string) => {
        await mkdir(join(at, "pgdata"), { recursive: true });
        await writeFile(join(at, "pgdata", "PG_VERSION"), "0");
        const manifest = { ...(await readManifest(folder)), snapshot_hash: basename(at) };
        await writeFile(join(at, "manifest.json"), JSON.stringify(manifest));
      },
    ],
  ])("refuses %s with a UserError and leaves no copy", async (what, make) => {
    const at = join(root, "shared", "substrates", what.replaceAll(" ", "-"));
    await make(at);
    await expect(openSubstrate(basename(at), options)).rejects.toMatchObject({ code: "substrate" });
    await rm(at, { recursive: true });
    expect(await readdir(join(root, "shared", "scratch"))).toEqual([]);
  });
});

describe("a build killed in the middle", () => {
  // The build that clears up is one of another kind: HNSW over vectors from an endpoint.
  let endpoint: Awaited<ReturnType<typeof embeddingEndpoint>>;
  let rebuilt: SubstrateOptions;
  const steps: string[] = [];
  const ended = new Map<string, boolean>();

  beforeAll(async () => {
    await killAtChunks(builder("killed"));
    endpoint = await embeddingEndpoint();
    const embedding = { type: "openai", baseUrl: endpoint.baseUrl, model: "letters", dimensions: 26 };
    rebuilt = optionsIn("killed", { vectorIndex: "hnsw", embedding });
  });
  afterAll(() => endpoint.close());

  it("leaves nothing that looks finished", async () => {
    expect(await findSnapshot(smallCorpus(), optionsIn("killed"))).toBeNull();
    expect(await readdir(join(root, "killed", "scratch"))).toHaveLength(1);
  });

  it("is cleared up by the next one, which reports the five steps in order and each to its end", async () => {
    const manifest = await buildSubstrate(smallCorpus(), rebuilt, {
      progress: (step, done, total) => {
        if (step === "embeddings") return; // Told while chunks wait for them.
        if (steps.at(-1) !== step) steps.push(step);
        ended.set(step, done === total);
      },
    });
    expect(manifest.back_ends).toMatchObject({ vector_index: "hnsw", embedding: "openai:letters", dimensions: 26 });
    expect(manifest.embedding_usage).toMatchObject({ retries: 0, tokens: null });
    expect(await readdir(join(root, "killed", "scratch"))).toEqual([]);
    expect(steps).toEqual([...INGEST_STEPS]);
    expect([...ended.values()]).toEqual([true, true, true, true, true]);
  });

  it("records the recall of HNSW, and whether the planner uses it at all", async () => {
    const manifest = (await findSnapshot(smallCorpus(), rebuilt))!;
    expect(manifest.hnsw).toMatchObject({
      m: 16,
      ef_construction: 64,
      ef_search: 400,
      recall_at10: 1,
      index_used: false,
    });
    expect(manifest.hnsw!.queries).toBeGreaterThan(50);
  });

  it("refuses another model of the same dimensions", async () => {
    const { snapshot_hash: snapshotHash } = (await findSnapshot(smallCorpus(), rebuilt))!;
    const other = optionsIn("killed", { vectorIndex: "hnsw", embedding: { ...rebuilt.embedding, model: "numbers" } });
    await expect(openSubstrate(snapshotHash, other)).rejects.toMatchObject({
      code: "substrate",
      message: expect.stringMatching(/openai:letters.*openai:numbers/),
    });
  });

  it("HNSW looks beyond its default of 40 candidates", async () => {
    const substrate = await openSubstrate((await findSnapshot(smallCorpus(), rebuilt))!.snapshot_hash, rebuilt);
    const search = () => substrate.search.vector("handover", { limit: 50 });
    // So small a table would be scanned.
    await substrate.sql.execute("SET enable_seqscan = off; SET enable_sort = off");
    const byIndex = await search();
    await substrate.sql.execute("SET enable_seqscan = on; SET enable_sort = on; SET enable_indexscan = off");
    const byScan = await search();
    expect(byIndex).toHaveLength(50);
    expect(byIndex.slice(0, 10)).toEqual(byScan.slice(0, 10));
    await substrate.close();
  });
});

it("an ingest of differences that is killed leaves the last snapshot answering; the next ends as an undisturbed one does", async () => {
  for (const name of ["disturbed", "undisturbed"])
    await cp(join(root, "shared"), join(root, name), { recursive: true });
  await killAtChunks(builder("disturbed", "edited"));
  expect(await findSnapshot(editedCorpus(), optionsIn("disturbed"))).toBeNull();
  const last = await openSubstrate(snapshot, optionsIn("disturbed"));
  expect(await last.search.keyword("paging", { limit: 1 })).toHaveLength(1);
  expect(await last.search.vector("paging", { limit: 1 })).toHaveLength(1);
  expect(await last.graph.neighbourhood("FEA-101", { depth: 1, limit: 1 })).toHaveLength(1);
  await last.close();

  const [disturbed, undisturbed] = await Promise.all(["disturbed", "undisturbed"].map(digestOfEdited));
  expect(disturbed).toEqual(undisturbed);
  expect(disturbed!.lineage).toMatchObject({ mode: "incremental", from: snapshot });
});

async function digestOfEdited(name: string) {
  const { manifest } = await ingestCorpus(editedCorpus(), optionsIn(name));
  const { sql, close } = await openSubstrate(manifest.snapshot_hash, optionsIn(name));
  const content = await contentDigest(sql);
  await close();
  return { snapshot: manifest.snapshot_hash, lineage: manifest.lineage, content };
}

describe("environment errors", () => {
  it("a file in the place of the cache folder", async () => {
    await writeFile(join(root, "file"), "");
    await expect(buildSubstrate(smallCorpus(), optionsIn("file"))).rejects.toMatchObject({ code: "environment" });
  });

  it.skipIf(process.getuid?.() === 0)(
    "a folder without permission to write (left out for root, who may write anywhere)",
    async () => {
      await mkdir(join(root, "locked"));
      await chmod(join(root, "locked"), 0o555);
      await expect(buildSubstrate(smallCorpus(), optionsIn("locked"))).rejects.toMatchObject({ code: "environment" });
    },
  );

  it.each([
    ["the file system's no space", { code: "ENOSPC", message: "write" }],
    ["the database's no space", { message: 'could not extend file "base/5/1": No space left on device' }],
    ["a read-only file system", { code: "EROFS", message: "mkdir" }],
  ])("%s", (_what, error) => {
    expect(asEnvironmentError(error, "cache")).toMatchObject({ code: "environment" });
  });

  it("leaves every other error as it is", () => {
    const bug = new TypeError("x is not a function");
    expect(asEnvironmentError(bug, "cache")).toBe(bug);
    const known = new UserError("corpus", "empty");
    expect(asEnvironmentError(known, "cache")).toBe(known);
  });
});
