import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { ExecutionRecord, Extraction, MetaVerdict, ScoreRecord, Verdict } from "../../record/domain/records.ts";
import { namedIn, type TracedCase, traceCase } from "../../results/metrics/execution/case.ts";
import { verifyFunctionally } from "../../results/metrics/execution/functional.ts";
import { isJudgedRelevance } from "../../results/metrics/execution/judged-relevance.ts";
import { EXECUTION_METRICS } from "../../results/metrics/execution/registry.ts";
import { traceExpectedIds } from "../../results/trace/expected-ids.ts";
import { makeExecutionRow } from "./execution-row.ts";
import type { Site } from "./read-site.ts";
import type { ResultPool } from "./result-pool.ts";
import type { ExecutionData, NamedIdOutcome, TraceCall, TraceText } from "./site-data.ts";

/** Ids of a result that the timeline shows. */
const SHOWN_IDS = 10;

/** Longer messages are cut, and loaded in full when asked for. */
const MESSAGE_LIMIT = 8_000;

/** What of the run an execution is shown with. */
export type TraceSite = Pick<Site, "config" | "ids" | "set">;

/** Everything that is known of one execution, as read from the run. */
export interface ExecutionParts {
  score: ScoreRecord;
  scenario: Scenario;
  record: ExecutionRecord | null;
  extraction: Extraction | null;
  primary: Verdict | null;
  calibration: Verdict | null;
  meta: MetaVerdict | null;
}

/** What the page of one execution loads. Full tool results go into the pool and are named in the trace; without a pool it has no trace. */
export function makeExecutionData(site: TraceSite, parts: ExecutionParts, pool: ResultPool | null): ExecutionData {
  const { score, scenario, record, extraction, primary, calibration, meta } = parts;
  const traced = traceCase({ ...traceInput(site, parts), extraction });
  return {
    row: makeExecutionRow(parts),
    scenario,
    record,
    trace: pool && extraction && makeTrace(extraction, pool),
    ids: traced ? classifyIds(traced) : {},
    expected: traced ? traceExpectedIds(traced) : [],
    functional: traced && verifyFunctionally(traced),
    primary,
    calibration,
    meta,
    scores: EXECUTION_METRICS.flatMap(({ name, label, definition, unit }) => {
      const value = score.scores[name];
      return value ? [{ metric: name, label, definition, unit, score: value }] : [];
    }),
  };
}

function traceInput(site: TraceSite, { score, scenario, primary }: ExecutionParts) {
  return {
    scenario,
    outcome: score.outcome,
    verdict: primary,
    ids: site.ids,
    entityThreshold: site.config.judges.entity_threshold,
    judgedRelevance: isJudgedRelevance(site.set.scenarios),
  };
}

function makeTrace(extraction: Extraction, pool: ResultPool): ExecutionData["trace"] {
  const {
    messages,
    tool_calls,
    scenario_id: _scenario,
    model: _model,
    workflow: _workflow,
    knowledge: _knowledge,
    repeat: _repeat,
    levels: _levels,
    final_text: _final,
    ...rest
  } = extraction;
  const previews = new Map(tool_calls.map(({ index, preview }) => [index, preview]));
  return {
    ...rest,
    tool_calls: tool_calls.map((call) => toTraceCall(call, pool)),
    messages: messages.map((message) => toTraceText(message, previews, pool)),
  };
}

/** What a tool said stands beside its call already. */
function toTraceText(
  { text, ...message }: Extraction["messages"][number],
  previews: ReadonlyMap<number, string>,
  pool: ResultPool,
): TraceText {
  const of = message.tool_call_indexes?.[0];
  if (message.role === "tool" && of !== undefined && previews.get(of) === text) return { ...message, text: null };
  if (text.length <= MESSAGE_LIMIT) return { ...message, text };
  return { ...message, text: text.slice(0, MESSAGE_LIMIT), whole: { name: pool.put(text).hash, length: text.length } };
}

function toTraceCall({ result, ...call }: Extraction["tool_calls"][number], pool: ResultPool): TraceCall {
  const { hash, ids } = pool.put(result ?? call.preview);
  const isPreview = result === undefined || result === call.preview;
  const facts = { ids: ids.slice(0, SHOWN_IDS), id_count: ids.length, result_length: result?.length ?? 0 };
  return { ...call, ...facts, result: isPreview ? null : hash };
}

/** Ids that the answer names, by what became of them. Ids of the question are neither evidence nor invention. */
function classifyIds(traced: TracedCase): Record<string, NamedIdOutcome> {
  const { scenario, extraction, answer, ids } = traced;
  const expected = new Set(scenario.expected_ids);
  const asked = ids.idsIn(scenario.turns.join("\n"));
  const shown = extraction.guarded_answers?.flatMap((text) => text ?? []) ?? [];
  const named = namedIn([answer, ...extraction.answers, ...shown].join("\n"), extraction.ranked_ids, ids);
  const idOutcome = (id: string): NamedIdOutcome => {
    if (expected.has(id)) return traced.seen.full.holds(id) ? "found" : "unseen";
    if (asked.has(id)) return "asked";
    return traced.seen.full.holds(id) ? "grounded" : "invented";
  };
  return Object.fromEntries(named.map((id) => [id, idOutcome(id)]));
}
