import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Enrichment } from "../../../../db/enrichment/enrichment.ts";
import { substrateOptionsSchema } from "../../../../db/options/substrate-options.ts";
import { buildSubstrate, openSubstrate } from "../../../../db/substrate.ts";
import { enrichmentSchema } from "../../../../harness/record/config/schema.ts";
import { enrich } from "../../../../harness/run/enrichment/enrich.ts";
import { smallCorpus } from "../../../db/small-corpus-data.ts";
import { type LoopbackProvider, type Reply, startProvider } from "../../../loopback/provider.ts";

let folder: string;
let provider: LoopbackProvider;
let log: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-enrich-"));
  log = [];
});
afterEach(async () => {
  await provider.close();
  await rm(folder, { recursive: true });
});

const FORM: Enrichment = {
  summary: "A handover between cells",
  tags: ["Handover", "mobility"],
  component_class: "gNB",
  // The corpus' texts say otherwise, or nothing.
  release: "99",
  specifications: [],
};

function filledIn(form: unknown = FORM): Reply {
  return { type: "calls", calls: [{ name: "describe_record", args: form }] };
}

function run(changes: object = {}, ask = true) {
  const model = { provider: "openai", model: "m", base_url: provider.url, api_key_env: "KEY", max_retries: 0 };
  const price = { input: 1, output: 2 };
  return enrich({
    corpus: smallCorpus(),
    enrichment: enrichmentSchema.parse({ model: { ...model, price }, concurrency: 2, ...changes }),
    ask,
    effects: { environment: { KEY: "k" }, cacheDirectory: folder, log: (message) => void log.push(message) },
    signal: new AbortController().signal,
  });
}

describe("enrichment by an OpenAI-compatible server", () => {
  it("asks with a forced form, adds up tokens and cost, and stores the answers", async () => {
    provider = await startProvider(() => filledIn());
    const { report } = await run({ max_calls: 4 });
    expect(report).toMatchObject({ answered: 4, left: 38, stopped_by: "max_calls" });
    expect(report.usage).toEqual({ tokens_in: 400, tokens_out: 40, cost_usd: expect.closeTo(480e-6, 9) });
    expect(provider.requests[0]!.body).toMatchObject({ tool_choice: { function: { name: "describe_record" } } });
    expect(log).toEqual([
      "enrichment by openai/m: 4 asked, 0 stored, 440 tokens, $0.0005, 38 texts left (stopped: max_calls): `scopebench corpus ingest` continues with them",
    ]);
    await run({}, false);
    expect(provider.requests).toHaveLength(4);
  });

  it("counts what is no answer by its reason and keeps none of it", async () => {
    const replies: Reply[] = [
      filledIn({ ...FORM, summary: "" }),
      { type: "text", text: "I'd rather chat." },
      { type: "text", text: "" },
      { type: "status", status: 500 },
      filledIn({ ...FORM, tags: "handover" }),
      filledIn({ ...FORM, score: 10 }),
      filledIn(),
    ];
    provider = await startProvider(replies);
    const { report, values } = await run({ max_calls: 7, concurrency: 1 });
    expect(report.failed).toEqual({ schema: 3, invalid_json: 1, empty: 1, server_error: 1 });
    expect(values.size).toBe(1);
  });

  it("a snapshot holds the answers; the patterns win and the conflict is kept and counted", async () => {
    provider = await startProvider(() => filledIn());
    const enrichment = await run();
    const options = substrateOptionsSchema.parse({
      cacheDirectory: folder,
      embedding: { type: "lsa", dimensions: 16 },
    });
    const plain = await buildSubstrate(smallCorpus(), options);
    const manifest = await buildSubstrate(smallCorpus(), options, { enrichment });
    expect(manifest.snapshot_hash).not.toBe(plain.snapshot_hash);
    const { sql, search, close } = await openSubstrate(manifest.snapshot_hash, options);
    const values = async (view: string) =>
      (
        await sql.query(`SELECT * FROM enrichment.${view} WHERE key = 'release' ORDER BY 1, 3`, [], {
          role: "agent_readonly",
        })
      ).rows;
    const conflicts = await values("conflict");
    expect(conflicts.length).toBeGreaterThan(0);
    expect(manifest.enrichment).toMatchObject({ model: "openai/m", answered: 42, conflicts: conflicts.length });
    const contested = conflicts.map((row) => row.entity_id);
    const shown = (await values("attribute")).filter((row) => contested.includes(row.entity_id));
    expect(new Set(shown.map((row) => row.path))).toEqual(new Set(["regex"]));
    const hits = await search.keyword("handover", { limit: 50, filter: { attributes: { tag: "mobility" } } });
    expect(hits.length).toBeGreaterThan(3);
    await close();
  });
});
