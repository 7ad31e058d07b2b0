import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOL_FAMILIES } from "../../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import type { StateStore } from "../../../agent/filesystem/state.ts";
import { openStateStore } from "../../../agent/filesystem/state-store.ts";
import { callTool } from "../../../agent/tools/registry.ts";
import { CallLog } from "../../../agent/turns/call-log.ts";
import { startStopwatch } from "../../../base/stopwatch.ts";
import { substrateOptionsSchema } from "../../../db/options/substrate-options.ts";
import type { Corpus } from "../../../db/ports/corpus.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { buildSubstrate, openSubstrate } from "../../../db/substrate.ts";
import { describeNamedCorpus, importCorpus } from "../../../harness/run/ingest/corpus.ts";
import { describeCorpus } from "../../../import/describe.ts";
import { readCorpusFolder } from "../../../import/folder/jsonl.ts";
import { writeCorpusFolder } from "../../../import/folder/write.ts";
import { HOSTILE_IDS, HUB, IMPOSSIBLE_IDS, writeHostileCorpus } from "./hostile-corpus.ts";

/** What steers a terminal: no text of a corpus may bring one to it. */
const CONTROL = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

let folder: string;
let corpus: Corpus;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-hostile-"));
  // 100,000 rows of links end at one item.
  await writeHostileCorpus(join(folder, "corpus"), { field: 1_000_000, tests: 1000, kinds: 100 });
  corpus = await readCorpusFolder(join(folder, "corpus"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const io = () => ({ cwd: folder, out: () => undefined, error: () => undefined, environment: {} }) as never;

describe("a hostile corpus folder", () => {
  it("is refused as a whole when one id is impossible: each with its line, nothing written", async () => {
    const bad = join(folder, "bad");
    await writeHostileCorpus(bad, { field: 10, tests: 1, kinds: 1 }, { faulty: true });
    const lines = (await readFile(join(bad, "artifacts.jsonl"), "utf8")).trim().split("\n").length;
    const error = await importCorpus(bad, { to: "never" }, io()).catch((caught) => caught);
    expect(error.problems).toEqual(
      IMPOSSIBLE_IDS.map(([why], at) =>
        expect.stringMatching(new RegExp(`^artifacts\\.jsonl:${lines - IMPOSSIBLE_IDS.length + at + 1}: .*${why}`)),
      ),
    );
    expect(error.problems.join("")).not.toMatch(CONTROL);
    await expect(readFile(join(folder, "never", "artifacts.jsonl"))).rejects.toThrow("ENOENT");
  });

  it("keeps every possible id as it is, 100,000 links on one item, and fields of 10 MB; and reads back to the same hash", async () => {
    const ids = new Set(corpus.artifacts.map(({ id }) => id));
    expect(HOSTILE_IDS.filter((id) => !ids.has(id))).toEqual([]);
    expect(corpus.links.filter(({ targetId }) => targetId === HUB)).toHaveLength(100_000);
    await writeHostileCorpus(join(folder, "large"), { field: 10_000_000, tests: 1, kinds: 1 });
    const large = await readCorpusFolder(join(folder, "large"));
    await writeCorpusFolder(large, join(folder, "again"));
    expect((await readCorpusFolder(join(folder, "again"))).hash).toBe(large.hash);
    expect(large.artifacts.find(({ id }) => id === "HUGE-title")?.title).toHaveLength(10_000_000);
  });

  it("lets self links take no part and says so, keeps cycles, and is described and printed without control signs", async () => {
    await writeHostileCorpus(join(folder, "small"), { field: 1000, tests: 2, kinds: 2 });
    const small = await readCorpusFolder(join(folder, "small"));
    expect(describeCorpus(small)).toMatchObject({
      traceLinks: HOSTILE_IDS.length + 2,
      linksByRole: { containment: 3 },
    });
    expect(small.notes.join("\n")).toContain("1 of 4 links of kind contains take no part");
    const said: string[] = [];
    const hear = {
      cwd: folder,
      out: (text: string) => said.push(text),
      error: (text: string) => said.push(text),
      environment: {},
    } as never;
    expect(await importCorpus("small", {}, hear)).toBe(0);
    for (const text of [await describeNamedCorpus("small", { io: hear, json: false }), said.join("\n")])
      expect(text).not.toMatch(CONTROL);
    expect(said.join("\n")).toContain("test case");
  });
});

describe("a substrate of it", () => {
  let substrate: Substrate;
  let store: StateStore;
  beforeAll(async () => {
    const options = substrateOptionsSchema.parse({
      cacheDirectory: join(folder, "cache"),
      embedding: { type: "lsa", dimensions: 32, seed: 1 },
    });
    const manifest = await buildSubstrate(corpus, options);
    [substrate, store] = await Promise.all([
      openSubstrate(manifest.snapshot_hash, options),
      openStateStore("memory://"),
    ]);
  });
  afterAll(async () => {
    await store?.close();
    await substrate?.close();
  });

  async function call(
    name: string,
    args: unknown,
  ): Promise<{ text: string; stored: { rows: Record<string, unknown>[] } }> {
    const files = new AgentFiles(store.files, {
      assistantId: "assistant",
      threadId: `thread-${Math.abs(hash(JSON.stringify(args)))}-${name}`,
    });
    const context = {
      substrate,
      files,
      calls: new CallLog(files),
      limits: STUDY_LIMITS,
      families: TOOL_FAMILIES,
      subAgent: () => null,
      turn: () => 0,
      elapsedMs: startStopwatch(),
      signal: new AbortController().signal,
    };
    const record = await callTool(name, args, context as never);
    expect(record.resultPath, record.preview).toBeDefined();
    return { text: record.preview, stored: JSON.parse((await files.readText(record.resultPath as string)) as string) };
  }
  const hash = (text: string) => [...text].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) | 0, 7);

  it("holds every artifact, none twice, and no schema has gone", async () => {
    const { rows } = await substrate.sql.query("SELECT count(*)::int AS tests FROM canon.test_case");
    expect(rows[0]?.tests).toBe(HOSTILE_IDS.length + 1000 + 4);
    expect(substrate.manifest.counts).toMatchObject({
      trace_links: HOSTILE_IDS.length + 1000,
      graph_nodes: corpus.artifacts.length,
    });
  });

  it("looks every id up, and finds each test by its word", async () => {
    const { stored } = await call("identifier_lookup", { ids: HOSTILE_IDS.filter((id) => id === id.trim()) });
    expect(stored.rows.map(({ id }) => id)).toEqual(HOSTILE_IDS);
    for (const at of [0, 5, HOSTILE_IDS.length - 1])
      expect((await substrate.search.keyword(`wombat${at}`, { limit: 1 }))[0]?.id).toBe(HOSTILE_IDS[at]);
    const huge = await substrate.search.hybrid("wallaby", { limit: 3, pool: 10, k: 60 });
    expect(huge.map(({ id }) => id)).toContain("HUGE-text");
  });

  it.each(HOSTILE_IDS)("traces %j from its requirement, in SQL, tool and graph", async (id) => {
    const { stored } = await call("trace_links", { ids: [`R ${id}`] });
    expect(JSON.stringify(stored.rows)).toContain(JSON.stringify(id).slice(1, -1));
    const near = await substrate.graph.neighbourhood(`R ${id}`, { depth: 1, limit: 5 });
    expect(near.map((node) => node.id)).toEqual([id]);
  });

  it("answers around the item with 100,000 links, within limits, and around a cycle, which ends", async () => {
    expect(await substrate.graph.neighbourhood(HUB, { depth: 4, limit: 50, timeoutMs: 30_000 })).toHaveLength(50);
    expect((await substrate.graph.neighbourhood("CYC-1", { depth: 4, limit: 50 })).map(({ id }) => id)).toEqual([
      "CYC-2",
      "CYC-3",
    ]);
    const { stored, text } = await call("trace_links", { ids: [HUB] });
    expect(stored.rows.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThan(100_000);
  });

  it("shows a field of a megabyte to the agent as a preview", async () => {
    for (const [name, args] of [
      ["keyword_search", { query: "wallaby" }],
      ["identifier_lookup", { ids: ["HUGE-text", "HUGE-title", "HUGE-meta"] }],
    ] as const)
      expect((await call(name, args)).text.length, name).toBeLessThan(100_000);
  });
});
