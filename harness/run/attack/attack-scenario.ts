import { OWN } from "../../../agent/contract/contract.ts";
import type { IdReader } from "../../../base/ids/id-reader.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { JudgeThresholds } from "../../judge/judges/judge.ts";
import { makePrimaryRubric } from "../../judge/judges/rubric-primary.ts";
import type { ExecutionRecord } from "../../record/domain/records.ts";
import { textTrace } from "../../results/baselines/to-trace.ts";
import { traceCase } from "../../results/metrics/execution/case.ts";
import { verifyFunctionally } from "../../results/metrics/execution/functional.ts";
import { toExtraction } from "../stages/extract/extraction.ts";
import { verdictOn } from "../stages/judge/verdict.ts";
import { type AttackFacts, STRATEGIES } from "./strategies.ts";

/** What one strategy gets for one scenario. */
export interface Attacked {
  scenario: string;
  answerable: boolean;
  strategy: string;
  /** The functional verdict. */
  passes: boolean;
  /** That of the rubric, which asks no model. */
  judge_passes: boolean;
}

export interface AttackInput {
  corpus: Pick<AttackFacts, "tests" | "mostLinked">;
  ids: IdReader;
  thresholds: JudgeThresholds;
  signal: AbortSignal;
}

/** Answers a scenario by each strategy, and scores the answers as a run does. */
export async function attackScenario(scenario: Scenario, input: AttackInput): Promise<Attacked[]> {
  const { corpus, ids, thresholds, signal } = input;
  const question = scenario.turns.join("\n");
  const facts = { ...corpus, question, questionIds: [...ids.idsIn(question)] };
  const judge = makePrimaryRubric(thresholds);
  const results: Attacked[] = [];
  for (const { name, answer } of STRATEGIES) {
    const extraction = toExtraction(asExecution(name, scenario), textTrace(answer(facts), scenario.turns));
    const given = { scenario, extraction, ids, outcome: "success" as const, judgedRelevance: false };
    const traced = traceCase({ ...given, verdict: null, entityThreshold: thresholds.entity })!;
    const verdict = await verdictOn(judge, { scenario, extraction, ids }, signal);
    results.push({
      ...{ scenario: scenario.id, answerable: scenario.answerable, strategy: name },
      passes: verifyFunctionally(traced).every(({ pass }) => pass),
      judge_passes: verdict.judgement?.status === "pass",
    });
  }
  return results;
}

function asExecution(strategy: string, { id, turns }: Scenario): ExecutionRecord {
  const timing = { outcome: "success" as const, started_at: "", duration_ms: 0 };
  return {
    ...{ model: strategy, workflow: OWN, knowledge: "prompt", scenario_id: id, repeat: 0 },
    ...timing,
    thread_id: "attack",
    assistant_id: "attack",
    turns: turns.map((_, turn) => ({ turn, ...timing })),
  };
}
