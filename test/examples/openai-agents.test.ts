import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { externalAgentSchema } from "../../harness/record/config/external-agent-schema.ts";
import { loadConfig } from "../../harness/record/config/load.ts";
import type { Config } from "../../harness/record/config/schema.ts";
import { type Configuration, executionName } from "../../harness/record/domain/names.ts";
import type { ScoreRecord } from "../../harness/record/domain/records.ts";
import { makeEffects } from "../../harness/record/effects.ts";
import { createRun } from "../../harness/record/run-directory/create.ts";
import { STAGE_NAMES } from "../../harness/record/run-directory/graph.ts";
import { readRecords } from "../../harness/record/run-directory/records.ts";
import { runSession } from "../../harness/run/start/session.ts";
import { nonEmpty } from "../non-empty.ts";

const FILE = fileURLToPath(new URL("../../examples/openai-agents/bench.yaml", import.meta.url));
/** An agent of few words: no tools of ours, no list, no tokens. */
const MUTE = `export const openAgent = () => ({ answer: async (request: { question: string }) => ({ answer: "About TC-10001." }) });`;

/** Of the 20 that the example asks: each turn starts a process of the agent. */
const SCENARIOS = 6;

let folder: string;
let runDirectory: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-openai-agents-"));
  await writeFile(join(folder, "mute.ts"), MUTE);
  const flags = { models: ["openai-agents"], runsDir: join(folder, "runs"), limit: SCENARIOS };
  const loaded = await loadConfig({ cwd: folder, file: FILE, environment: {}, flags });
  const mute = externalAgentSchema.parse({ name: "mute", type: "module", path: join(folder, "mute.ts"), tools: false });
  const config: Config = { ...loaded, baselines: [], external_agents: [...loaded.external_agents, mute] };
  const { PATH, SCOPEBENCH_CACHE } = process.env;
  const environment = { PATH, SCOPEBENCH_CACHE };
  const effects = makeEffects({ environment, log: () => undefined });
  runDirectory = await createRun(config, effects);
  const only = STAGE_NAMES.filter((name) => name !== "plots" && name !== "report");
  const { signal } = new AbortController();
  await runSession({ runDirectory, config, effects, signal, listen: () => undefined, only });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const configuration = (model: string): Configuration => ({ model, workflow: "own", knowledge: "own" });

async function scoresOf(model: string): Promise<ScoreRecord[]> {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(join(runDirectory, "metrics", "scores.jsonl"), "utf8");
  const all = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ScoreRecord);
  return all.filter((record) => record.model === model);
}

describe("examples/openai-agents: an agent of OpenAI's Agents SDK over MCP", () => {
  it("answers every scenario, each on a thread of its own that does not tell its scenario", async () => {
    const records = await readRecords({
      runDirectory,
      part: "rawOutput",
      configuration: configuration("openai-agents"),
    });
    expect(records.map(({ outcome, error }) => [outcome, error])).toEqual(
      Array(SCENARIOS).fill(["success", undefined]),
    );
    expect(new Set(records.map(({ thread_id }) => thread_id)).size).toBe(SCENARIOS);
    const extractions = await readRecords({
      runDirectory,
      part: "extractions",
      configuration: configuration("openai-agents"),
    });
    // The name under which the agent knows its thread is the one that its links carry.
    const names = extractions.flatMap(({ final_text }) => /artifact:\/\/([^?)]+)/.exec(final_text ?? "")?.[1] ?? []);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => /S\d{3}|openai|~/.test(name))).toEqual([]);
  });

  it("has every call recorded on its thread with the full result, and its list from the answer", async () => {
    const extractions = await readRecords({
      runDirectory,
      part: "extractions",
      configuration: configuration("openai-agents"),
    });
    for (const extraction of nonEmpty(extractions)) {
      const turns = extraction.answers.length;
      expect(extraction.tool_calls.map(({ turn, status }) => [turn, status])).toEqual(
        Array.from({ length: turns }, (_, turn) => [turn, "success"]),
      );
      for (const call of nonEmpty(extraction.tool_calls)) expect(JSON.parse(call.result ?? "")).toHaveProperty("rows");
      expect(extraction).toMatchObject({ source: "agentfs", tokens_in: null, unreported: ["usage"] });
      expect(extraction.ranked_ids.length === 0).toBe(extraction.abstained);
    }
    expect(extractions.flatMap(({ ranked_ids }) => ranked_ids).length).toBeGreaterThan(SCENARIOS);
    expect(new Set(extractions.map(({ abstained }) => abstained)).size).toBe(2);
  });

  it("is scored like ours: ranking, grounding and effort have numbers, tokens are unscored and not 0", async () => {
    const records = await scoresOf("openai-agents");
    expect(records).toHaveLength(SCENARIOS);
    for (const { scores, answerable, ...key } of records) {
      const name = executionName(key);
      expect(scores.tool_calls?.value, name).toBeGreaterThan(0);
      expect(scores.tokens_in, name).toEqual({ value: null, reason: "not_reported" });
      expect(scores["ndcg@10"], name).toEqual(
        answerable ? { value: expect.any(Number) } : { value: null, reason: "unanswerable" },
      );
      expect(scores.hallucinated_ids, name).toEqual({ value: 0 });
      expect(scores.pass?.value, name).toEqual(expect.any(Number));
    }
  });

  it("leaves unscored, in every execution alike, what an external agent does not report", async () => {
    const records = await scoresOf("mute");
    expect(records).toHaveLength(SCENARIOS);
    for (const { scores, answerable } of records) {
      const reported = { value: null, reason: answerable ? "not_reported" : "unanswerable" };
      expect(scores["ndcg@10"]).toEqual(reported);
      expect(scores.retrieved_reported).toEqual(reported);
      for (const metric of ["tokens_in", "tool_calls", "grounding_coverage"])
        expect(scores[metric]).toEqual({ value: null, reason: "not_reported" });
      expect(scores.pass?.value).toEqual(expect.any(Number));
    }
  });
});
