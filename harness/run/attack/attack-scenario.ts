import { OWN } from "../../../agent/contract/contract.ts";
import type { IdReader } from "../../../base/ids/id-reader.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { makeJudgeInput, renderJudgeInput } from "../../judge/judges/input.ts";
import type { Judge, JudgeThresholds } from "../../judge/judges/judge.ts";
import type { ExecutionRecord, Extraction } from "../../record/domain/records.ts";
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
  /** That of the judge; null where it gave none. */
  judge_passes: boolean | null;
}

export interface AttackInput {
  corpus: Pick<AttackFacts, "tests" | "mostLinked">;
  ids: IdReader;
  thresholds: JudgeThresholds;
  judge: Judge;
  signal: AbortSignal;
}

/** Longer answers (those that list a whole corpus) are shown to no language model: what they take is paid. */
const SHOWN_CHARS = 32_000;

/** Answers a scenario by each strategy, and scores the answers as a run does. */
export async function attackScenario(scenario: Scenario, input: AttackInput): Promise<Attacked[]> {
  const { ids, thresholds, judge, signal } = input;
  const results: Attacked[] = [];
  for (const { strategy, extraction } of answersTo(scenario, input)) {
    const given = { scenario, extraction, ids, outcome: "success" as const, judgedRelevance: false };
    const traced = traceCase({ ...given, verdict: null, entityThreshold: thresholds.entity })!;
    const verdict = isShown(extraction, judge) ? await verdictOn(judge, { scenario, extraction, ids }, signal) : null;
    results.push({
      ...{ scenario: scenario.id, answerable: scenario.answerable, strategy },
      passes: verifyFunctionally(traced).every(({ pass }) => pass),
      judge_passes: verdict?.judgement ? verdict.judgement.status === "pass" : null,
    });
  }
  return results;
}

/** What the judge would be shown of a scenario's answers, each as text. */
export function shownToJudge(scenario: Scenario, input: AttackInput): string[] {
  return answersTo(scenario, input)
    .filter(({ extraction }) => isShown(extraction, input.judge))
    .map(({ extraction }) => renderJudgeInput(makeJudgeInput({ scenario, extraction, ids: input.ids })));
}

function answersTo(scenario: Scenario, { corpus, ids }: Pick<AttackInput, "corpus" | "ids">) {
  const question = scenario.turns.join("\n");
  const facts = { ...corpus, question, questionIds: [...ids.idsIn(question)] };
  return STRATEGIES.map(({ name: strategy, answer }) => ({
    strategy,
    extraction: toExtraction(asExecution(strategy, scenario), textTrace(answer(facts), scenario.turns)),
  }));
}

function isShown({ final_text }: Extraction, { standIn }: Judge): boolean {
  return standIn || final_text.length <= SHOWN_CHARS;
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
