import { executionName } from "../../../record/domain/names.ts";
import type { ExecutionRecord, Extraction, ScoreRecord } from "../../../record/domain/records.ts";
import { FAILURE_CONVENTION } from "../../../results/audit/rules.ts";
import type { ExportedExecution } from "../executions.ts";

/** One execution as an `EvalSample`. Unscored metrics have no score, never a 0; why stands in `metadata.unscored`. */
export function makeSample({ execution, extraction, scenario, record }: ExportedExecution) {
  const { family, complexity, answerable, expected_ids, turns } = scenario;
  const unscored = Object.entries(record.scores).flatMap(([metric, { value, reason }]) =>
    value === null ? [[metric, reason]] : [],
  );
  return {
    id: scenario.id,
    epoch: execution.repeat + 1,
    uuid: executionName(execution),
    input: turns.map((content) => ({ role: "user", content })),
    target: expected_ids,
    messages: extraction === null ? [] : makeMessages(extraction),
    output: makeOutput(execution, extraction),
    scores: makeScores(record, execution, extraction),
    metadata: { family, complexity, answerable, outcome: execution.outcome, unscored: Object.fromEntries(unscored) },
    model_usage: Object.fromEntries(usageOf(extraction).map((usage) => [execution.model, usage])),
    started_at: execution.started_at,
    total_time: execution.duration_ms / 1000,
    ...faultOf(execution),
  };
}

function makeScores({ scores }: ScoreRecord, { outcome }: ExecutionRecord, extraction: Extraction | null) {
  const scored = Object.entries(scores).filter(([, { value }]) => value !== null);
  const answer = extraction?.ranked_ids.join(", ") ?? "";
  const convention = outcome === "success" ? {} : { explanation: FAILURE_CONVENTION };
  return Object.fromEntries(scored.map(([metric, { value }]) => [metric, { value, answer, ...convention }]));
}

function makeOutput({ model, outcome }: ExecutionRecord, extraction: Extraction | null) {
  const choice = { message: { role: "assistant", content: extraction?.final_text ?? "" }, stop_reason: "stop" };
  const [usage] = usageOf(extraction);
  return { model, choices: outcome === "success" ? [choice] : [], ...(usage && { usage }) };
}

/** Nothing where the tokens are unknown. */
function usageOf(extraction: Extraction | null) {
  const { tokens_in = null, tokens_out = null } = extraction ?? {};
  if (tokens_in === null || tokens_out === null) return [];
  return [{ input_tokens: tokens_in, output_tokens: tokens_out, total_tokens: tokens_in + tokens_out }];
}

function faultOf({ outcome, error }: ExecutionRecord) {
  if (outcome === "success") return {};
  return { error: { message: `${outcome}: ${error?.message ?? "no answer"}`, traceback: "", traceback_ansi: "" } };
}

/** Messages of executors stand among the others, in order, with their name in the metadata. */
function makeMessages({ messages, tool_calls }: Extraction) {
  return messages.map(({ role, text, sub_agent, tool_call_indexes = [] }) => {
    const base = { role, content: text, ...(sub_agent !== null && { metadata: { sub_agent } }) };
    const calls = tool_call_indexes.flatMap((index) => tool_calls.find((call) => call.index === index) ?? []);
    if (role === "assistant") return calls.length === 0 ? base : { ...base, tool_calls: calls.map(makeCall) };
    const [call] = calls;
    if (role !== "tool" || call === undefined) return base;
    const error = call.error && { type: "unknown", message: `${call.error.code}: ${call.error.message}` };
    return { ...base, tool_call_id: String(call.index), function: call.tool, ...(error && { error }) };
  });
}

function makeCall({ index, tool, arguments: given }: Extraction["tool_calls"][number]) {
  const isRecord = typeof given === "object" && given !== null && !Array.isArray(given);
  return {
    id: String(index),
    function: tool,
    arguments: isRecord ? given : {},
    ...(!isRecord && { parse_error: JSON.stringify(given) }),
  };
}
