import { join } from "node:path";
import type { Workflow } from "../../../agent/contract/contract.ts";
import { failureReason } from "../../../agent/contract/failure-reasons.ts";
import { aside, type Io } from "../../print/io.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { ModelEntry } from "../../record/config/model-schema.ts";
import { type Config, configSchema } from "../../record/config/schema.ts";
import { countReasons } from "../../record/domain/ending.ts";
import type { Configuration } from "../../record/domain/names.ts";
import type { ExecutionRecord, Extraction } from "../../record/domain/records.ts";
import { readRecords } from "../../record/run-directory/records.ts";
import { startRun } from "../start/start-run.ts";
import type { TriedWorkflow } from "./tried.ts";

/** An agent, one that plans, one search and one answer, and one that corrects its search: what runs are made of. */
const TRIED_WORKFLOWS: readonly Workflow[] = ["react", "plan_execute", "keyword_rag", "corrective_sparse"];

/** The user's configuration with one model, few scenarios, and judges that cost nothing. */
export function smallConfig(
  config: Config,
  model: ModelEntry,
  { scenarios, cwd }: { scenarios: number; cwd: string },
): Config {
  return {
    ...config,
    ...{ models: [model], external_agents: [], baselines: [], factors: undefined, design: undefined, repeats: 1 },
    ...{ workflows: [...TRIED_WORKFLOWS], knowledge: ["prompt"], judges: configSchema.parse({}).judges },
    scenarios: { ...config.scenarios, limit: scenarios },
    // Not among the user's own, of which `latest` is one.
    runs_dir: join(cwd, ".scopebench", "tries"),
  };
}

export interface SmallRun {
  runDirectory: string;
  workflows: TriedWorkflow[];
}

/** Runs it as any run, and reads what each workflow came to; a word when it left no scores. */
export async function runSmall(config: Config, io: Io): Promise<SmallRun | string> {
  const found: string[] = [];
  await startRun(config, {
    ...{ io: aside(io), json: false, until: "score" },
    show: async ({ runDirectory }) => void found.push(runDirectory),
  });
  const [runDirectory] = found;
  if (runDirectory === undefined) return "the run stopped before it was scored";
  const workflows = configurationsOf(config).map((configuration) => readWorkflow(runDirectory, configuration));
  return { runDirectory, workflows: await Promise.all(workflows) };
}

async function readWorkflow(runDirectory: string, configuration: Configuration): Promise<TriedWorkflow> {
  const [executions, extractions] = await Promise.all([
    readRecords({ runDirectory, part: "rawOutput", configuration }),
    readRecords({ runDirectory, part: "extractions", configuration }),
  ]);
  return summarize(configuration.workflow, executions, extractions);
}

function summarize(
  workflow: string,
  executions: readonly ExecutionRecord[],
  extractions: readonly Extraction[],
): TriedWorkflow {
  const requests = extractions.flatMap((extraction) => extraction.requests ?? []);
  const reasons = executions.flatMap(
    ({ outcome, error, turns }) => failureReason(outcome, error ?? turns.at(-1)?.error) ?? [],
  );
  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  return {
    workflow,
    executions: executions.length,
    successes: executions.filter(({ outcome }) => outcome === "success").length,
    failures: countReasons(reasons),
    requests: requests.length,
    cut_off: requests.filter(({ finish }) => finish === "length").length,
    tool_calls: extractions.reduce((sum, { tool_calls }) => sum + tool_calls.length, 0),
    fallbacks: extractions.filter(({ contract_fallback }) => contract_fallback).length,
    largest_request: Math.max(0, ...requests.map(({ tokens_in }) => tokens_in ?? 0)),
    tokens_in: mean(extractions.flatMap(({ tokens_in }) => tokens_in ?? [])),
    tokens_out: mean(extractions.flatMap(({ tokens_out }) => tokens_out ?? [])),
    tokens_cached: mean(extractions.flatMap(({ tokens_cached }) => tokens_cached ?? [])),
    duration_s: mean(executions.map(({ duration_ms }) => duration_ms / 1000)),
  };
}
