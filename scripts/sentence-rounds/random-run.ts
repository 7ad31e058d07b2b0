import { makeRandom, pick, type Random, randomInteger } from "../../base/random.ts";
import { type Config, configSchema } from "../../harness/record/config/schema.ts";
import { configurationOf } from "../../harness/record/domain/names.ts";
import { analyse } from "../../harness/results/analyses/analyse.ts";
import type { Results } from "../../harness/results/analyses/results.ts";
import type { Scored } from "../../harness/results/analyses/scored.ts";
import type { ScoredExecution } from "../../harness/results/metrics/scored-execution.ts";
import { FAMILIES } from "../../scenarios/set/schema.ts";
import { randomOpinions, randomProbes } from "./random-opinions.ts";
import { randomScores } from "./random-scores.ts";
import { SHAPES, type Shape } from "./shapes.ts";

/** A run that was never made, with what is odd about it. */
export interface RandomRun {
  shape: Shape;
  config: Config;
  executions: readonly ScoredExecution[];
  probed: Scored["probed"];
  results: Results;
}

const MODELS = ["explorer", "planner", "sprinter"];
const WORKFLOWS = ["react", "plan_execute"] as const;
const KNOWLEDGE = ["prompt", "skill"] as const;

/** Equal seeds give equal runs; seeds of one shape are as far apart as there are shapes. */
export function randomRun(seed: number): RandomRun {
  const random = makeRandom(`sentence-round-${seed}`);
  const shape = SHAPES[seed % SHAPES.length]!;
  const config = configSchema.parse({});
  const scored = randomScored({ random, shape, config });
  const durations = scored.executions.flatMap(({ record, timing }) => {
    return timing ? [{ ...configurationOf(record), outcome: record.outcome, seconds: timing.duration_ms / 1000 }] : [];
  });
  const scores = scored.executions.map(({ record }) => record);
  const results = { ...analyse(scored), scores, durations, syntheticCorpus: true };
  return { shape, config: scored.config, executions: scored.executions, probed: scored.probed, results };
}

function randomScored({ random, shape, config }: { random: Random; shape: Shape; config: Config }): Scored {
  const upTo = <T>(all: readonly T[]) => all.slice(0, 1 + randomInteger(random, all.length));
  const [models, workflows, knowledge] =
    shape === "one configuration"
      ? [MODELS.slice(0, 1), WORKFLOWS.slice(0, 1), KNOWLEDGE.slice(0, 1)]
      : [upTo(MODELS), upTo(WORKFLOWS), upTo(KNOWLEDGE)];
  const scenarios = Array.from({ length: scenariosOf(shape, random) }, (_, at) => {
    const answerable = shape === "only unanswerable" ? false : random() < 0.75;
    return {
      ...{ id: `S${String(at + 1).padStart(3, "0")}`, answerable, complexity: "single_hop" },
      ...{ family: pick(random, FAMILIES), turns: ["?"], traps: [], reference_answer: "" },
      expected_entities: answerable && random() < 0.5 ? ["an entity"] : [],
      expected_ids: answerable ? [`TC-${at}`] : [],
    } as unknown as ScoredExecution["scenario"];
  });
  const configurations = models.flatMap((model) =>
    workflows.flatMap((workflow) =>
      knowledge.map((mode) => {
        const configuration = { model, workflow, knowledge: mode };
        // So much that many pairs differ by their own tests, and not by the corrected ones.
        const lift = shape === "some better" ? 0.4 * random() : 0;
        const own = shape === "unbalanced" ? scenarios.filter(() => random() < 0.6) : scenarios;
        return {
          configuration,
          executions: own.map((scenario) => execution(configuration, { scenario, shape, lift, random })),
        };
      }),
    ),
  );
  return {
    config: {
      ...config,
      models: modelsOf(config, { models, shape }),
      workflows: [...workflows],
      knowledge: [...knowledge],
    },
    ...{ scenarios, syntheticCorpus: true, configurations, baselines: [], ratings: [], design: "levels" },
    probed: randomProbes(scenarios, { random, shape }),
    executions: configurations.flatMap(({ executions }) => executions),
  };
}

function scenariosOf(shape: Shape, random: Random): number {
  if (shape === "one scenario") return 1;
  return shape === "some better" ? 24 : 2 + randomInteger(random, 11);
}

function modelsOf({ models: all }: Config, { models, shape }: { models: readonly string[]; shape: Shape }) {
  const own = all.filter(({ name }) => models.includes(name));
  return shape === "one real model" ? own.map((model, at) => (at === 0 ? realModel(model.name) : model)) : own;
}

function realModel(name: string): Config["models"][number] {
  return {
    name,
    provider: "openai",
    model: "m",
    base_url: "http://localhost",
    api_key_env: "K",
  } as Config["models"][number];
}

interface Made {
  scenario: ScoredExecution["scenario"];
  shape: Shape;
  /** How much better than others. */
  lift: number;
  random: Random;
}

function execution(configuration: object, { scenario, shape, lift, random }: Made): ScoredExecution {
  const missing = shape === "stopped" && random() < 0.4;
  const failed = missing || shape === "all failed" || (shape !== "all equal" && random() < 0.1);
  const outcome = missing ? "missing" : failed ? pick(random, ["timeout", "agent_error"]) : "success";
  const seconds = shape === "all equal" ? 2 : shape === "ties" ? 1 + randomInteger(random, 3) : 0.1 + 9 * random();
  const { family, complexity, answerable } = scenario;
  const scores = randomScores({ answerable, failed, missing, shape, lift, random });
  const record = {
    ...configuration,
    ...{ scenario_id: scenario.id, repeat: 0, family, complexity, answerable, outcome },
    scores,
  };
  return {
    ...{ record, scenario, tokensEstimated: random() < 0.5 },
    ...randomOpinions(scores, { failed, answerable, random }),
    ...{ meta: null, emptyAnswer: null, saysUnsupported: null, live: null },
    timing: missing ? null : { started_at: "2026-01-01T00:00:00.000Z", duration_ms: 1000 * seconds, turns: 1 },
  } as unknown as ScoredExecution;
}
