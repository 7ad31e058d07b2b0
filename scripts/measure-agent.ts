import pLimit from "p-limit";
import type { PolicyTexts } from "../agent/knowledge/policies.ts";
import { openScopeAgent } from "../agent/system.ts";
import { idsOf } from "../agent/tools/substrate-ids.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import type { Substrate } from "../db/ports/ports.ts";
import { makeJudge } from "../harness/judge/make-judge.ts";
import { toAgentLimits } from "../harness/record/config/limits-schema.ts";
import type { Config } from "../harness/record/config/schema.ts";
import { toModelConfig } from "../harness/record/config/to-agent.ts";
import type { ExecutionRecord } from "../harness/record/domain/records.ts";
import { traceCase } from "../harness/results/metrics/execution/case.ts";
import { scoreExecution } from "../harness/results/metrics/execution/registry.ts";
import { seedOf } from "../harness/run/stages/execute/execute-one.ts";
import { toExtraction } from "../harness/run/stages/extract/extraction.ts";
import { verdictOn } from "../harness/run/stages/judge/verdict.ts";
import type { Scenario } from "../scenarios/set/schema.ts";

export interface Measurement {
  scenario: Scenario;
  ndcg: number | null;
  passed: boolean;
  abstained: boolean;
  toolCalls: number;
  /** Times that the contract check sent an answer back. */
  sentBack: number;
}

interface Setting {
  config: Config;
  substrate: Substrate;
  policies: PolicyTexts;
  signal: AbortSignal;
}

/**
 * One configuration (the first of the matrix) over all scenarios with these policies, extracted, judged and scored as in a
 * run, without a run directory: to compare many settings over one open substrate.
 */
export function measure(setting: Setting, scenarios: readonly Scenario[]): Promise<Measurement[]> {
  return withScratchFolder("ablation", async (state) => {
    const { substrate, policies, config } = setting;
    const system = await openScopeAgent({ substrate, policies, stateLocation: state, environment: {} });
    const limit = pLimit(config.concurrency);
    try {
      const measured = await Promise.all(
        scenarios.map((scenario) => limit(() => measureOne(system, setting, scenario))),
      );
      setting.signal.throwIfAborted(); // What was cut off scored nothing, which is no figure.
      return measured;
    } finally {
      await system.close();
    }
  });
}

async function measureOne(
  system: Awaited<ReturnType<typeof openScopeAgent>>,
  { config, substrate, signal }: Setting,
  scenario: Scenario,
): Promise<Measurement> {
  const [model] = config.models as [Config["models"][number]];
  const [workflow, knowledge] = [config.workflows[0] ?? "react", config.knowledge[0] ?? "prompt"];
  const thread = { threadId: scenario.id, assistantId: "ablation" };
  const key = { scenario_id: scenario.id, model: model.name, workflow, knowledge, repeat: 0 };
  const task = {
    model: toModelConfig(model),
    workflow,
    knowledge,
    limits: toAgentLimits(config.limits),
    toolFamilies: config.tool_families,
    signal,
  };
  const run = await system.run({ ...thread, ...task, turns: scenario.turns, seed: seedOf(config.seed, key) });
  const { outcome } = run;
  if (outcome === "infrastructure") throw new Error(`${scenario.id}: ${JSON.stringify(run)}`);
  const record: ExecutionRecord = {
    ...key,
    ...{ thread_id: thread.threadId, assistant_id: thread.assistantId, outcome, started_at: "", duration_ms: 0 },
    turns: run.turns.map(({ turn }) => ({ turn, outcome, started_at: "", duration_ms: 0 })),
  };
  const extraction = toExtraction(record, await system.readTrace(thread));
  const ids = await idsOf(substrate);
  const judge = makeJudge("primary", { judges: config.judges, environment: {} });
  const verdict = await verdictOn(judge, { scenario, extraction, ids }, signal);
  const entityThreshold = config.judges.entity_threshold;
  const given = { scenario, outcome, extraction, verdict, ids, entityThreshold, judgedRelevance: false };
  const scores = scoreExecution(given, traceCase(given));
  return {
    scenario,
    ndcg: scores["ndcg@10"]?.value ?? null,
    passed: scores.pass?.value === 1,
    abstained: extraction.abstained,
    toolCalls: extraction.tool_calls.length,
    sentBack: extraction.contract_retries,
  };
}
