import type { ScopeAgent, Workflow } from "../../agent/contract/contract.ts";
import { openScopeAgent } from "../../agent/system.ts";
import type { IdReader } from "../../base/ids/id-reader.ts";
import { entityIdReader } from "../../db/ports/entity-ids.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { makeJudge } from "../../harness/judge/make-judge.ts";
import { configSchema } from "../../harness/record/config/schema.ts";
import type { ExecutionRecord, Extraction, Verdict } from "../../harness/record/domain/records.ts";
import {
  type ConfigurationSummary,
  summarizeConfiguration,
} from "../../harness/results/analyses/summary/configuration.ts";
import type { ScoredExecution } from "../../harness/results/metrics/scored-execution.ts";
import { readAttackFacts } from "../../harness/run/attack/strategies.ts";
import { inCorpusIds, toExtraction } from "../../harness/run/stages/extract/extraction.ts";
import { verdictOn } from "../../harness/run/stages/judge/verdict.ts";
import { scoreRecords } from "../../harness/run/stages/score/score-configuration.ts";
import type { Scenario } from "../../scenarios/set/schema.ts";
import { makeTask } from "../agent/task.ts";
import { type LoopbackProvider, startProvider } from "../loopback/provider.ts";
import { type Adversary, shownIn } from "./adversary.ts";
import { ADVERSARIES } from "./strategies.ts";

interface Court {
  substrate: Substrate;
  scenarios: readonly Scenario[];
  workflows: readonly Workflow[];
  /** Default: those of the table. */
  endpoints?: readonly Adversary[];
  /** Their names; default: all. */
  adversaries?: readonly string[];
  /** Of an execution, for those that never come to an end. */
  cutoffMs?: number;
  onExecution?: (execution: Executed) => void;
}

/** What an execution left behind. */
interface Executed {
  score: ScoredExecution["record"];
  scenario: Scenario;
  record: ExecutionRecord;
  extraction: Extraction;
  primary: Verdict;
}

export interface AdversaryResult {
  adversary: string;
  workflow: Workflow;
  summary: ConfigurationSummary;
  executions: readonly ScoredExecution[];
}

const config = configSchema.parse({});

/** The same, all of them kept. */
export async function runAdversaries(court: Court): Promise<AdversaryResult[]> {
  const results: AdversaryResult[] = [];
  for await (const result of adversaryResults(court)) results.push(result);
  return results;
}

/**
 * Each adversary through the whole chain over one substrate: executed, extracted, judged and scored as in a run. What executions leave
 * behind (threads, files, requests) goes with their adversary.
 */
export async function* adversaryResults({
  cutoffMs = 5_000,
  onExecution = () => undefined,
  ...court
}: Court): AsyncGenerator<AdversaryResult> {
  const { substrate, scenarios, workflows, endpoints = ADVERSARIES } = court;
  const facts = await readAttackFacts(substrate);
  const ids = await entityIdReader(substrate.sql, substrate.manifest.mapping);
  const tests = new Set(facts.tests);
  let adversary = endpoints[0]!;
  let asked = scenarios[0]!;
  let count = 0;
  const provider = await startProvider((request) => {
    const question = asked.turns.join("\n");
    const shown = shownIn(request, { ids, tests });
    return adversary.reply({ ...facts, question, questionIds: [...ids.idsIn(question)], ...shown }, count++);
  });
  try {
    for (adversary of endpoints.filter(({ name }) => court.adversaries?.includes(name) ?? true))
      for (const workflow of workflows) {
        const executions: ScoredExecution[] = [];
        const system = await openScopeAgent({ substrate, stateLocation: { journal: null }, environment: {} });
        try {
          for (asked of scenarios) {
            count = 0;
            const one = { adversary, workflow, scenario: asked, ids, system, provider, cutoffMs, onExecution };
            executions.push(await executeOne(one));
            provider.requests.length = 0;
          }
        } finally {
          await system.close();
        }
        const configuration = { model: adversary.name, workflow, knowledge: "prompt" as const };
        const summary = summarizeConfiguration(config, { configuration, executions });
        yield { adversary: adversary.name, workflow, summary, executions };
      }
  } finally {
    await provider.close();
  }
}

interface One {
  adversary: Adversary;
  workflow: Workflow;
  scenario: Scenario;
  ids: IdReader;
  system: ScopeAgent;
  provider: LoopbackProvider;
  cutoffMs: number;
  onExecution(execution: Executed): void;
}

async function executeOne({ adversary, workflow, scenario, ids, system, provider, cutoffMs, onExecution }: One) {
  const signal = AbortSignal.timeout(cutoffMs);
  const task = makeTask({
    workflow,
    turns: scenario.turns,
    thread: `${adversary.name}-${workflow}-${scenario.id}`,
    changes: { signal },
  });
  const model = { ...task.model, provider: "openai" as const, model: adversary.name, baseUrl: provider.url };
  const run = await system.run({ ...task, model: { ...model, requestTimeoutMs: 60_000 } });
  // As a run keeps it: what the machine did to an execution is no outcome of its own.
  const outcome = run.outcome === "infrastructure" ? "missing" : run.outcome;
  const key = { model: adversary.name, workflow, knowledge: "prompt", scenario_id: scenario.id, repeat: 0 } as const;
  const record = { ...key, outcome, turns: scenario.turns } as unknown as ExecutionRecord;
  const extraction = inCorpusIds(toExtraction(record, await system.readTrace(task)), ids);
  const judge = makeJudge("primary", { judges: config.judges, environment: {} });
  const primary = await verdictOn(judge, { scenario, extraction, ids }, new AbortController().signal);
  const error = run.error ?? run.turns.findLast((turn) => turn.error)?.error;
  const scored = scoreRecords(
    { config, ids, judgedRelevance: false },
    {
      ...{ key, scenario, outcome, extraction, primary },
      ...(error && { error }),
      ...{ calibration: null, meta: null, timing: null },
    },
  );
  onExecution({ score: scored.record, scenario, record, extraction, primary });
  return scored;
}
