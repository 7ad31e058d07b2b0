import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ModelConfig } from "../../../../agent/contract/contract.ts";
import { currentRateLimiters } from "../../../../base/providers/rate-limiters.ts";
import { openAiEmbedding } from "../../../../db/embeddings/openai-compatible.ts";
import { enrichmentSchema } from "../../../../db/enrichment/enrichment.ts";
import { withLoggedRateLimiters } from "../../../../harness/dag/progress/concurrency-log.ts";
import { makeLlmJudge } from "../../../../harness/judge/judges/llm/judge.ts";
import { type ConcurrencyRecord, concurrencyRecordSchema } from "../../../../harness/record/domain/records.ts";
import { chatEnrichmentModel } from "../../../../harness/run/enrichment/chat-model.ts";
import { type Reply, startProvider } from "../../../loopback/provider.ts";
import { caseOf, emptyForm, THRESHOLDS } from "../../judge/judges/cases.ts";

let runDirectory: string;
beforeEach(async () => {
  runDirectory = await mkdtemp(join(tmpdir(), "concurrency-"));
});
afterEach(() => rm(runDirectory, { recursive: true, force: true }));

const now = () => new Date("2026-01-01T00:00:00Z");

async function readLog(): Promise<ConcurrencyRecord[]> {
  const text = await readFile(join(runDirectory, "concurrency.jsonl"), "utf8");
  const lines = text.trim().split("\n");
  return lines.map((line) => concurrencyRecordSchema.parse(JSON.parse(line)));
}

describe("behindProviderGates", () => {
  it("appends a line for each change, and tells people how it is now", async () => {
    const address = { provider: "openai", baseUrl: "http://127.0.0.1:1/v1" };
    for (let session = 0; session < 2; session++)
      await withLoggedRateLimiters({ runDirectory, now }, async (load) => {
        const limiter = currentRateLimiters()!(address);
        const [permit] = [await limiter.acquire(), await limiter.acquire()];
        permit!.release("throttled", 1_400);
        expect(load()).toBe("openai 127.0.0.1:1 1 of 2, paused for 2 s");
      });
    const lines = await readLog();
    expect(lines.map(({ reason }) => reason)).toEqual(["start", "shrink", "pause", "start", "shrink", "pause"]);
    expect(lines[2]).toEqual({
      at: "2026-01-01T00:00:00.000Z",
      provider: "openai 127.0.0.1:1",
      reason: "pause",
      limit: 2,
      in_flight: 1,
      waiting: 0,
      pause_ms: 1_400,
    });
  });

  it("takes no more once it is over, though a pause goes on", async () => {
    await withLoggedRateLimiters({ runDirectory, now }, async () => {
      (await currentRateLimiters()!({ provider: "openai" }).acquire()).release("throttled", 30);
    });
    await sleep(60);
    expect((await readLog()).map(({ reason }) => reason)).toEqual(["start", "shrink", "pause"]);
  });

  it("goes on after a line that a killed session left half written", async () => {
    await writeFile(join(runDirectory, "concurrency.jsonl"), '{"at":"2026-01-01T00:00:00.000Z","provi');
    await withLoggedRateLimiters({ runDirectory, now }, async () => {
      await currentRateLimiters()!({ provider: "openai" }).acquire();
    });
    expect((await readLog()).map(({ reason }) => reason)).toEqual(["start"]);
  });

  it("leaves no file where nothing was asked", async () => {
    await withLoggedRateLimiters({ runDirectory, now }, async () => undefined);
    expect(await readdir(runDirectory)).toEqual([]);
  });

  it("judges, enrichment and embeddings of one provider share its gate: 28 requests, all answered, never more than it takes", async () => {
    const crowd = makeCrowd(3);
    const provider = await startProvider(crowd.script);
    const model = { ...MODEL, baseUrl: provider.url };
    const judge = makeLlmJudge({ chain: [model], thresholds: THRESHOLDS, environment: {} });
    const writer = chatEnrichmentModel(model, {});
    const embedding = { ...EMBEDDING, baseUrl: provider.url };
    const signal = new AbortController().signal;
    const describeOne = () => writer.ask(QUESTION, signal);
    const answers = await withLoggedRateLimiters({ runDirectory, now }, () =>
      Promise.all([
        ...repeat(12, () => judge.judge(caseOf("Nothing."), signal)),
        ...repeat(12, describeOne),
        openAiEmbedding(embedding, {}).embed(["a", "b", "c", "d"]),
      ]),
    );
    await provider.close();
    expect(answers.slice(0, 24).map((answer) => (answer as { type: string }).type)).toEqual([
      ...repeat(12, () => "judged"),
      ...repeat(12, () => "answered"),
    ]);
    const lines = await readLog();
    expect(new Set(lines.map(({ provider: name }) => name)).size).toBe(1);
    const reasons = lines.map(({ reason }) => reason);
    expect(reasons).toEqual(expect.arrayContaining(["start", "shrink", "pause", "resume", "grow"]));
    expect(crowd.peak()).toBeLessThanOrEqual(Math.max(...lines.map(({ limit }) => limit)));
  });
});

const MODEL: ModelConfig = {
  name: "m",
  provider: "openai",
  model: "m",
  family: "m",
  temperature: 0,
  contextWindow: 100_000,
  requestTimeoutMs: 60_000,
  maxRetries: 8,
};
const EMBEDDING = { model: "m", dimensions: 2, batchSize: 1, maxRetries: 8, timeoutMs: 60_000 };
const QUESTION = { form: "describe_record", schema: enrichmentSchema, system: "", user: "" };
const DESCRIPTION = { summary: "s", tags: [], component_class: null, release: null, specifications: [] };

function repeat<T>(times: number, make: () => T): T[] {
  return Array.from({ length: times }, make);
}

/** A provider that holds its first answers until there is one request too many, and asks that one to wait for 20 ms. */
function makeCrowd(capacity: number) {
  let inFlight = 0;
  let peak = 0;
  const crowded = Promise.withResolvers<void>();
  const answer = (path: string, body: Record<string, unknown>): Reply => {
    if (path.endsWith("/embeddings")) return { type: "raw", body: { data: [{ index: 0, embedding: [1, 0] }] } };
    const form = (body.tool_choice as { function: { name: string } }).function.name;
    return { type: "calls", calls: [{ name: form, args: form === QUESTION.form ? DESCRIPTION : emptyForm() }] };
  };
  return {
    peak: () => peak,
    async script({ path, body }: { path: string; body: Record<string, unknown> }): Promise<Reply> {
      peak = Math.max(peak, ++inFlight);
      const tooMany = inFlight > capacity;
      if (tooMany) crowded.resolve();
      await crowded.promise;
      inFlight--;
      return tooMany ? { type: "status", status: 429, headers: { "retry-after-ms": "20" } } : answer(path, body);
    },
  };
}
