import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { makeRandom, type Random } from "../../../../base/random.ts";
import { executionsOf } from "../../../../harness/record/config/matrix.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { executionName } from "../../../../harness/record/domain/names.ts";
import type { Score, ScoreRecord } from "../../../../harness/record/domain/records.ts";
import type { Manifest } from "../../../../harness/record/run-directory/manifest.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { metricDefinitions } from "../../../../harness/results/analyses/metrics.ts";
import type { Summary } from "../../../../harness/results/analyses/summary.ts";
import { EXECUTION_METRICS } from "../../../../harness/results/metrics/execution/registry.ts";
import type { ScenarioSet } from "../../../../scenarios/set/schema.ts";
import { fixtureManifest } from "../../run-fixture/manifest.ts";
import { settleHashes } from "../../run-fixture/settle-hashes.ts";

export interface ScoredRunOptions {
  /** Answerable scenarios S001, S002, ... */
  scenarios?: number;
  repeats?: number;
  models?: readonly string[];
  /** What differs from the invented scores; undefined leaves one as it is. */
  score?(at: { metric: string; index: number; value: number; random: Random }): Score | number | undefined;
  outcome?(index: number): ScoreRecord["outcome"] | undefined;
  query?(index: number): string;
  manifest?: Partial<Manifest>;
  /** Wall-clock time of each execution. */
  durationMs?: number;
  /** US dollars per million tokens: makes the models real ones. */
  price?: number;
}

/** A scored run with invented numbers, only what comparing reads: the same scores for the same options. */
export async function makeScoredRun(directory: string, options: ScoredRunOptions = {}): Promise<string> {
  const { scenarios = 40, repeats = 1, models = ["explorer"] } = options;
  const config = configSchema.parse({
    models: models.map((name) => modelEntry(name, options.price)),
    workflows: ["react"],
    knowledge: ["prompt"],
    repeats,
  });
  const ids = Array.from({ length: scenarios }, (_, index) => `S${String(index + 1).padStart(3, "0")}`);
  const records = models.flatMap((model) =>
    executionsOf({ model, workflow: "react", knowledge: "prompt" }, ids, config).map((key) => {
      const index = ids.indexOf(key.scenario_id);
      const outcome = options.outcome?.(index) ?? "success";
      const scores = scoresOf(executionName(key), index, options, outcome);
      return { ...key, family: "lookup", complexity: "single_hop", answerable: true, outcome, scores };
    }),
  );
  await mkdir(runPath(directory, "metrics"), { recursive: true });
  const write = (name: string, text: string) => writeFile(join(directory, name), text);
  await mkdir(join(directory, "raw_output"), { recursive: true });
  for (const model of models) await write(`raw_output/${model}__react__prompt.jsonl`, "");
  await write("run_config.json", JSON.stringify(config));
  await write("scenarios.yaml", stringify(scenarioSet(ids, options)));
  await write("manifest.json", JSON.stringify({ ...scoredManifest(), ...options.manifest }));
  await write("metrics/metrics.json", JSON.stringify(metricDefinitions()));
  await write("metrics/scores.jsonl", records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  // Half of the input came from a cache that charges nothing.
  const spent = ({ scores }: { scores: Record<string, Score> }) =>
    ((scores.tokens_in?.value ?? 0) / 2 + (scores.tokens_out?.value ?? 0)) * ((options.price ?? 0) / 1e6);
  const cost = records.reduce((sum, record) => sum + spent(record), 0);
  await write("metrics/summary.json", JSON.stringify(summaryOf(records.length, cost)));
  const times = records.map((record) => `${executionName(record)},${options.durationMs ?? 1000}`);
  await write("metrics/timing.csv", ["key,duration_ms", ...times, ""].join("\n"));
  await settleHashes(directory);
  return directory;
}

/** Of which a comparison reads the cost alone. */
function summaryOf(cells: number, cost: number): Summary {
  return {
    ...{ scenarios: cells, cells, stand_in_models: [], stand_in_judges: [], policies: [], breakdown: [], overall: {} },
    configurations: [
      {
        ...{ model: "explorer", workflow: "react", knowledge: "prompt", metrics: {}, cost },
        abstention: { correct: 0, missed: 0, false: 0, unanswerable: 0, answerable: cells, no_answer: 0 },
        outcomes: { success: cells, timeout: 0, agent_error: 0, cascaded_failure: 0, missing: 0 },
        tool_calls: { total: null, errors: null, median: null },
        tokens: {
          input_median: null,
          output_median: null,
          input_total: null,
          output_total: null,
          estimated: false,
        },
      },
    ],
  };
}

function modelEntry(name: string, price: number | undefined): object {
  return price === undefined
    ? { name, provider: "policy", model: "explorer" }
    : { name, provider: "openai", model: "m", base_url: "http://127.0.0.1:9", price: { input: price, output: price } };
}

function scoresOf(
  name: string,
  index: number,
  options: ScoredRunOptions,
  outcome: ScoreRecord["outcome"],
): Record<string, Score> {
  return Object.fromEntries(
    EXECUTION_METRICS.map(({ name: metric, unit }) => {
      if (outcome === "missing") return [metric, { value: null, reason: "missing" }];
      const random = makeRandom("scored-run", name, metric);
      const draw = random();
      const value = unit === "binary" ? (draw < 0.6 ? 1 : 0) : unit === "share" ? draw : Math.round(20 * draw);
      const changed = options.score?.({ metric, index, value, random }) ?? value;
      return [metric, typeof changed === "number" ? { value: changed } : changed];
    }),
  );
}

function scenarioSet(ids: readonly string[], { query }: ScoredRunOptions): ScenarioSet {
  return {
    version: 1,
    corpus: "fixture",
    snapshot: "any",
    seed: null,
    notes: ["fixture, written by hand: not a measurement"],
    scenarios: ids.map((id, index) => ({
      id,
      family: "lookup",
      complexity: "single_hop",
      answerable: true,
      turns: [query?.(index) ?? `Show ${id}.`],
      expected_ids: [`TC-${id}`],
      expected_entities: [],
      reference_answer: "",
      traps: [],
    })),
  };
}

function scoredManifest(): Manifest {
  const manifest = fixtureManifest();
  const done = manifest.stages.judge;
  return {
    ...manifest,
    stand_in_judges: ["primary"],
    judge_fingerprints: { primary: "judge-a" },
    // Of stand-ins that ran in one piece: what their answers follow from is known.
    stages: { execute: done, score: done },
  };
}
