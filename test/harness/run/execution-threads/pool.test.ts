import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonLines } from "../../../../base/json-lines.ts";
import { configurationsOf } from "../../../../harness/record/config/matrix.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { makeEffects } from "../../../../harness/record/effects.ts";
import { createRun } from "../../../../harness/record/run-directory/create.ts";
import { readRecords } from "../../../../harness/record/run-directory/records.ts";
import { noteRecording } from "../../../../harness/run/recording/note.ts";
import { runSession } from "../../../../harness/run/start/session.ts";
import { type LoopbackProvider, startProvider } from "../../../loopback/provider.ts";

const effects = makeEffects({
  environment: { SCOPEBENCH_CACHE: process.env.SCOPEBENCH_CACHE, KEY: "sk-planted-1" },
  log: () => undefined,
});

let folder: string;
let provider: LoopbackProvider;
let inFlight = 0;
let most = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-threads-"));
  provider = await startProvider(async () => {
    most = Math.max(most, ++inFlight);
    await new Promise((resolve) => setTimeout(resolve, 20));
    inFlight--;
    return { type: "text", text: "No supported recommendation: nothing was found.", usage: { input: 9, output: 5 } };
  });
});
afterAll(async () => {
  await provider.close();
  await rm(folder, { recursive: true });
});

function configOf(threads: number) {
  return configSchema.parse({
    corpus: { type: "telecom", seed: 7, scale: 0.02 },
    scenarios: { total: 5, seed: 3, limit: 3 },
    models: [
      { name: "explorer", provider: "policy", model: "explorer" },
      { name: "asked", provider: "openai", model: "m", base_url: provider.url, api_key_env: "KEY" },
    ],
    workflows: ["react"],
    knowledge: ["prompt"],
    ...{ threads, concurrency: 6, runs_dir: join(folder, "runs") },
  });
}

/** Executes over a recording, and gives what came of it, apart from times. */
async function executed(threads: number, mode: "record" | "replay") {
  const config = configOf(threads);
  const runDirectory = await createRun(config, effects);
  await noteRecording(runDirectory, { mode, path: join(folder, "recording.json") });
  const only = ["generate", "execute", "extract"] as const;
  const { signal } = new AbortController();
  await runSession({ runDirectory, config, effects, signal, listen: () => undefined, only });
  const found = await Promise.all(
    configurationsOf(config).map(async (configuration) => ({
      outputs: await readRecords({ runDirectory, part: "rawOutput", configuration }),
      extractions: await readRecords({ runDirectory, part: "extractions", configuration }),
    })),
  );
  const starts: string[] = [];
  for await (const { reason, provider } of jsonLines<Record<string, string>>(join(runDirectory, "concurrency.jsonl")))
    if (reason === "start") starts.push(provider!);
  return { results: timeless(found), starts };
}

const TIMES = new Set(["started_at", "duration_ms", "startMs", "durationMs", "start_ms", "created_at", "waits"]);

function timeless(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member: unknown) => (TIMES.has(key) ? undefined : member)));
}

it("threads record what one thread replays to the same records and traces, and keep to a provider's limit together", async () => {
  const threads = await executed(2, "record");
  expect(threads.starts).toHaveLength(1);
  expect(most).toBeLessThanOrEqual(4);
  const asked = provider.requests.length;
  expect((await executed(1, "replay")).results).toEqual(threads.results);
  expect(provider.requests).toHaveLength(asked);
});
