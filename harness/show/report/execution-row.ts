import { failureReason } from "../../../agent/contract/failure-reasons.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { executionName } from "../../record/domain/names.ts";
import type { ExecutionRecord, Extraction, MetaVerdict, ScoreRecord, Verdict } from "../../record/domain/records.ts";
import { abstentionOf } from "../../results/selection/abstention.ts";
import type { ExecutionRow } from "./site-data.ts";

/** The line of an execution in the list: its key, how it ended, and the numbers that one scans for. */
export function makeExecutionRow(given: {
  score: ScoreRecord;
  scenario: Scenario;
  record: ExecutionRecord | null;
  extraction: Extraction | null;
  primary: Verdict | null;
  meta: MetaVerdict | null;
}): ExecutionRow {
  const { score, scenario, record, extraction, primary, meta } = given;
  const value = (metric: string) => score.scores[metric]?.value ?? null;
  return {
    name: executionName(score),
    scenario: score.scenario_id,
    model: score.model,
    workflow: score.workflow,
    knowledge: score.knowledge,
    levels: score.levels ?? "",
    repeat: score.repeat,
    family: score.family,
    complexity: score.complexity,
    answerable: score.answerable,
    outcome: score.outcome,
    failure: score.reason ?? failureReason(score.outcome, record?.error) ?? "none",
    error: record?.error?.code ?? null,
    functional: functionalOf(value("functional_pass")),
    verdict: verdictOf(value("pass"), primary),
    abstention: abstentionOf(score),
    nonexistence: scenario.nonexistence ?? null,
    ruling: meta === null ? "none" : (meta.preferred_judgment ?? "blocked"),
    composite: value("overall_score"),
    ndcg10: value("ndcg@10"),
    ...expectedAndFound(scenario, value("id_coverage")),
    invented: value("hallucinated_ids"),
    tool_calls: value("tool_calls"),
    tool_errors: value("tool_errors"),
    tokens_in: extraction?.tokens_in ?? null,
    seconds: record ? record.duration_ms / 1000 : null,
  };
}

function expectedAndFound(
  { expected_ids }: Scenario,
  coverage: number | null,
): Pick<ExecutionRow, "expected" | "found"> {
  const expected = expected_ids.length;
  if (expected === 0) return { expected: null, found: null };
  return { expected, found: coverage === null ? null : Math.round(coverage * expected) };
}

function functionalOf(pass: number | null): ExecutionRow["functional"] {
  if (pass === null) return "none";
  return pass === 1 ? "pass" : "fail";
}

/** By the score, so that the list adds up to the pass rates: a failed execution is a fail whatever the judge could say. */
function verdictOf(pass: number | null, verdict: Verdict | null): ExecutionRow["verdict"] {
  if (pass !== null) return pass === 1 ? "pass" : "fail";
  return verdict ? "blocked" : "none";
}
