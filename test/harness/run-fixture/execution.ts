import { type Outcome, OWN } from "../../../agent/contract/contract.ts";
import { pick, type Random, randomInteger } from "../../../base/random.ts";
import { executionName } from "../../../harness/record/domain/names.ts";
import type { ExecutionKey, ExecutionRecord, Extraction } from "../../../harness/record/domain/records.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { testId } from "./scenarios.ts";

/** How often an expected id is retrieved, and how often a retrieved one is reported. */
const SKILL: Record<string, { retrieve: number; report: number; invent: number; fail: number }> = {
  explorer: { retrieve: 0.85, report: 0.9, invent: 0.05, fail: 0.02 },
  planner: { retrieve: 0.7, report: 0.8, invent: 0.1, fail: 0.06 },
  sprinter: { retrieve: 0.5, report: 0.75, invent: 0.25, fail: 0.12 },
};

/** Of external agents. */
const OTHERS = { retrieve: 0.6, report: 0.8, invent: 0.1, fail: 0.05 };

const UNREPORTED = {
  tokens_in: null,
  tokens_out: null,
  tool_calls: [],
  unreported: ["ranking", "usage", "tool_calls"],
} satisfies Partial<Extraction>;

const START = Date.UTC(2026, 0, 5, 9, 0, 0);

/** One execution's record and trace, drawn from a seeded generator. */
export function makeExecution(
  key: ExecutionKey,
  scenario: Scenario,
  random: Random,
): { record: ExecutionRecord; extraction: Extraction } {
  const outcome = drawOutcome(key, scenario, random);
  const startedAt = new Date(START + randomInteger(random, 3_600_000)).toISOString();
  const durationMs = outcome === "timeout" ? 1_200_000 : 8_000 + randomInteger(random, 240_000);
  const error =
    outcome === "success" ? undefined : { code: outcome, message: `fixture: ${outcome} <i>of</i> ${scenario.id}` };
  const turns = scenario.turns.map((_, turn) => ({
    turn,
    outcome: (outcome === "cascaded_failure" && turn === 0 ? "timeout" : outcome) as Outcome,
    error,
    started_at: startedAt,
    duration_ms: Math.round(durationMs / scenario.turns.length),
  }));
  const name = executionName(key);
  const record = {
    ...key,
    thread_id: name,
    assistant_id: "fixture",
    outcome,
    error,
    started_at: startedAt,
    duration_ms: durationMs,
    turns,
  };
  return { record, extraction: makeExtraction(key, scenario, { outcome, random }) };
}

function drawOutcome(key: ExecutionKey, scenario: Scenario, random: Random): Outcome {
  if (random() >= (SKILL[key.model] ?? OTHERS).fail * (key.workflow === "react" ? 1 : 2)) return "success";
  if (scenario.turns.length > 1) return "cascaded_failure";
  return pick(random, ["timeout", "agent_error"] as const);
}

function makeExtraction(
  key: ExecutionKey,
  scenario: Scenario,
  options: { outcome: Outcome; random: Random },
): Extraction {
  const { outcome, random } = options;
  const { retrieve, report, invent } = SKILL[key.model] ?? OTHERS;
  const lift = key.knowledge === "skill_meta" ? 0.1 : key.knowledge === "skill" ? 0.05 : 0;
  const retrieved = scenario.expected_ids.filter(() => random() < retrieve + lift);
  const noise = Array.from({ length: 2 + randomInteger(random, 4) }, (_, index) => testId(scenario.id, 40 + index));
  const seen = interleave(retrieved, noise, random);
  const ranked = seen.filter((id) => random() < (noise.includes(id) ? 0.3 : report));
  if (random() < invent) ranked.splice(Math.min(1, ranked.length), 0, testId(scenario.id, 90));
  const abstained = outcome === "success" && (scenario.answerable ? ranked.length === 0 : random() < 0.5);
  const answer =
    outcome === "success"
      ? answerText(
          abstained ? [] : ranked,
          scenario.expected_entities.filter(() => random() < report),
        )
      : "";
  const calls = toolCalls(seen, random);
  return {
    ...key,
    outcome,
    source: outcome === "agent_error" ? "agentfs" : "checkpoints",
    tokens_in: 4000 + calls.length * 1500 + randomInteger(random, 900),
    tokens_out: 300 + randomInteger(random, 600),
    tokens_estimated: true,
    model_calls: calls.length + 1,
    served_models: [`policy/${key.model}`],
    tool_calls: calls,
    messages: [
      { role: "user", text: scenario.turns[0]!, sub_agent: null },
      { role: "assistant", text: answer, sub_agent: null, tool_call_indexes: calls.map((call) => call.index) },
    ],
    skills_loaded: key.knowledge === "prompt" ? [] : [{ skill: "tool-routing", at_tool_call: 0, tokens: 700 }],
    roles: [
      {
        role: "analyst",
        model_calls: 1,
        tokens_in: 4000,
        tokens_out: 300,
        tokens_system_prompts: 2700,
        tokens_skills: 0,
      },
    ],
    plan_iterations: key.workflow === "plan_execute" ? 1 + randomInteger(random, 3) : 0,
    answers: scenario.turns.map((_, turn) => (turn === scenario.turns.length - 1 ? answer : "")),
    final_text: answer,
    ranked_ids: outcome === "success" && !abstained ? ranked : [],
    abstained,
    contract_violations: [],
    contract_retries: 0,
    contract_fallback: false,
    documents: [],
    ...(key.workflow === OWN && UNREPORTED),
  };
}

function interleave(first: readonly string[], second: readonly string[], random: Random): string[] {
  const left = [...first];
  const right = [...second];
  const merged: string[] = [];
  while (left.length + right.length > 0) {
    const fromLeft = right.length === 0 || (left.length > 0 && random() < 0.7);
    merged.push((fromLeft ? left.shift() : right.shift())!);
  }
  return merged;
}

function answerText(ranked: readonly string[], entities: readonly string[]): string {
  if (ranked.length === 0)
    return "No supported recommendation: nothing in the records matches <script>alert(1)</script>.";
  const items = ranked.map((id, index) => `${index + 1}. \`${id}\` - matches [S1]`);
  const prose = entities.length > 0 ? `The change touches ${entities.join(", ")}.` : "These tests match.";
  return [
    prose,
    "",
    "## Recommended",
    ...items,
    "## Sources",
    "- S1: [search](artifact://fixture?path=/results/001.json)",
  ].join("\n");
}

/** Two to four calls; the first result holds everything seen, of which the preview shows three rows. */
function toolCalls(seen: readonly string[], random: Random): Extraction["tool_calls"] {
  const failing = random() < 0.2;
  return Array.from({ length: 2 + randomInteger(random, 3) }, (_, index) => {
    const failed = failing && index === 1;
    const rows = index === 0 ? seen : seen.slice(0, 2);
    const lines = rows.map((id) => `${id} | some title`);
    return {
      index,
      turn: 0,
      tool: failed ? "run_cypher" : "search_keyword",
      family: failed ? "cypher" : "keyword",
      arguments: { query: "fixture", limit: 50 },
      status: failed ? ("error" as const) : ("success" as const),
      error: failed ? { code: "cypher_refused", message: "fixture", hint: "use MATCH" } : undefined,
      preview: failed ? "refused" : lines.slice(0, 3).join("\n"),
      result_path: failed ? undefined : `/results/${String(index).padStart(3, "0")}.json`,
      result: failed ? undefined : lines.join("\n"),
      rows: failed ? undefined : rows.length,
      truncated: rows.length > 3,
      sub_agent: null,
      duration_ms: 5 + randomInteger(random, 200),
    };
  });
}
