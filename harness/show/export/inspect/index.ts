import { createHash } from "node:crypto";
import { repeatsOf } from "../../../record/config/factors/repeats.ts";
import { configurationsOf } from "../../../record/config/matrix.ts";
import { type Configuration, configurationName } from "../../../record/domain/names.ts";
import type { ScoreRecord } from "../../../record/domain/records.ts";
import { scoresByName } from "../../../record/run-directory/scores.ts";
import { EXECUTION_METRIC_NAMES } from "../../../results/metrics/execution/registry.ts";
import { exportedExecutions } from "../executions.ts";
import type { ExportedRun, ExportFormat } from "../format.ts";
import { makeSample } from "./sample.ts";

/** Version 2 of Inspect AI's log (`inspect_ai.log.EvalLog`): one log a configuration, one sample an execution. */
export const inspectFormat: ExportFormat = {
  name: "inspect",
  about: "logs for Inspect AI's viewer and read_eval_log: one a configuration; verdicts' rationales are left out",
  async *files(run) {
    const scores = await scoresByName(run.runDirectory);
    for (const configuration of configurationsOf(run.config)) {
      const log = await makeLog(run, configuration, scores);
      const time = run.manifest.created_at.slice(0, 19).replaceAll(":", "-");
      yield { path: `${time}_${configurationName(configuration)}.json`, content: `${JSON.stringify(log, null, 1)}\n` };
    }
  },
};

async function makeLog(run: ExportedRun, configuration: Configuration, scores: ReadonlyMap<string, ScoreRecord>) {
  const { manifest } = run;
  const task = configurationName(configuration);
  const known = await exportedExecutions(run, configuration, scores);
  const records = known.map(({ record }) => record);
  const samples = known.map(makeSample);
  return {
    version: 2,
    status: "success",
    eval: describeEval(run, configuration),
    plan: { name: task, steps: [], config: {} },
    results: {
      total_samples: samples.length,
      completed_samples: known.filter(({ execution }) => execution.outcome === "success").length,
      scores: EXECUTION_METRIC_NAMES.map((metric) => summarizeMetric(metric, records)),
    },
    stats: { started_at: manifest.created_at, completed_at: manifest.created_at, model_usage: {} },
    samples,
  };
}

function describeEval({ manifest, scenarios, config }: ExportedRun, configuration: Configuration) {
  const task = configurationName(configuration);
  const model = config.models.find(({ name }) => name === configuration.model);
  return {
    eval_id: identify(manifest.run_id, task),
    run_id: identify(manifest.run_id),
    task_id: identify(task),
    created: manifest.created_at,
    task: `scopebench/${task}`,
    task_version: 0,
    dataset: {
      name: "scenarios",
      samples: scenarios.length,
      sample_ids: scenarios.map(({ id }) => id),
      shuffled: false,
    },
    model: `${model?.provider ?? "unknown"}/${configuration.model}`,
    config: { epochs: repeatsOf(config, configuration) },
    packages: { scopebench: manifest.scopebench_version },
    metadata: {
      ...configuration,
      config_hash: manifest.config_hash,
      stand_in_model: manifest.stand_in_models.includes(configuration.model),
      stand_in_judges: manifest.stand_in_judges,
      synthetic_corpus: manifest.synthetic_corpus,
    },
  };
}

/** The mean over scored executions; what is unscored is counted and nothing else. */
function summarizeMetric(metric: string, records: readonly ScoreRecord[]) {
  const values = records.flatMap(({ scores }) => scores[metric]?.value ?? []);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    name: metric,
    scorer: metric,
    scored_samples: values.length,
    unscored_samples: records.length - values.length,
    metrics: values.length === 0 ? {} : { mean: { name: "mean", value: mean } },
  };
}

/** Inspect's ids are 22 characters; ours are a hash, so that two exports of a run are the same. */
function identify(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url").replace(/[-_]/g, "0").slice(0, 22);
}
