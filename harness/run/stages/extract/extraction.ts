import { isDeepStrictEqual } from "node:util";
import { parseAnswer } from "../../../../agent/answer/answer.ts";
import {
  type AgentTrace,
  type CallReview,
  type ModelRequestRecord,
  type NodeStep,
  ROLES,
  type ToolCallRecord,
  type TraceMessage,
} from "../../../../agent/contract/contract.ts";
import type { IdReader } from "../../../../base/ids/id-reader.ts";
import { keepShallow } from "../../../record/domain/bounds.ts";
import { keyOf } from "../../../record/domain/names.ts";
import type { ExecutionRecord, ExtractedStep, Extraction, ModelRequest } from "../../../record/domain/records.ts";

/**
 * A trace in the shape of the run's records. Without a trace the source is `none` and the counts are 0 only for want of
 * a number: whoever reads them must look at the source first.
 */
export function toExtraction(record: ExecutionRecord, trace: AgentTrace): Extraction {
  const finalText = finalAnswer(record, trace);
  const read = parseAnswer(finalText);
  const { ranked, abstained, gaps = null } = finalText === "" ? read : (trace.recommendation ?? read);
  return {
    ...keyOf(record),
    outcome: record.outcome,
    source: isEmpty(trace) ? "none" : trace.source,
    tokens_in: trace.usage?.input ?? null,
    tokens_out: trace.usage?.output ?? null,
    tokens_estimated: trace.usage?.estimated ?? false,
    tokens_cached: trace.usage?.cachedInput,
    tokens_cache_write: trace.usage?.cacheWrite,
    tokens_reasoning: trace.usage?.reasoning,
    model_calls: trace.modelCalls,
    served_models: [...trace.servedModels],
    ...(trace.fingerprints?.length && { served_fingerprints: [...trace.fingerprints] }),
    ...(trace.finishes && Object.keys(trace.finishes).length > 0 && { finishes: { ...trace.finishes } }),
    ...(trace.extras && Object.keys(trace.extras).length > 0 && { answer_extras: { ...trace.extras } }),
    tool_calls: trace.toolCalls.map(toToolCall),
    messages: trace.messages.map(toMessage),
    ...(trace.requests && { requests: trace.requests.map(toRequest) }),
    skills_loaded: trace.skillsLoaded.map(({ skill, atToolCall, tokens }) => ({
      skill,
      at_tool_call: atToolCall,
      tokens,
    })),
    ...(trace.roles && { roles: toRoleUsages(trace.roles) }),
    ...(trace.steps && { steps: trace.steps.map(toStep) }),
    plan_iterations: trace.planIterations,
    answers: [...trace.answers],
    ...(trace.guarded && { guarded_answers: [...trace.guarded] }),
    final_text: finalText,
    ranked_ids: [...ranked],
    abstained,
    coverage_gaps: gaps && [...gaps],
    contract_violations: [...trace.contract.violations],
    contract_retries: trace.contract.retries,
    contract_fallback: trace.contract.fallback,
    ...(trace.contract.askedBack && { asked_back: true }),
    documents: trace.documents.map(({ path, content }) => ({ path, content })),
    ...(trace.unreported && { unreported: [...trace.unreported] }),
  };
}

/**
 * The execution's list and gaps with ids as the corpus writes them: `tc 12`, or a hyphen that does not break, is the record that the reader finds.
 * A list that is the answer's text is read again, since what the corpus knows is an id in any shape.
 */
export function inCorpusIds(extraction: Extraction, ids: IdReader): Extraction {
  const { final_text, ranked_ids: ranked, coverage_gaps: gaps, abstained } = extraction;
  const own = parseAnswer(final_text);
  const isText = own.abstained === abstained && isDeepStrictEqual(own.ranked, ranked);
  const named = (listed: readonly string[]) => [...new Set(listed.map(ids.named))];
  const read = isText ? parseAnswer(final_text, ids) : { ranked: named(ranked), abstained };
  return {
    ...extraction,
    ranked_ids: read.ranked,
    abstained: read.abstained,
    coverage_gaps: gaps && named(gaps),
  };
}

/** Nothing was stored: the execution died before its first step, or its state is gone. */
function isEmpty({ messages, toolCalls, answers }: AgentTrace): boolean {
  return messages.length === 0 && toolCalls.length === 0 && answers.every((answer) => answer === "");
}

/** The answer to the last turn that was asked; "" when it got none. An earlier turn's answer is not the final one. */
function finalAnswer(record: ExecutionRecord, trace: AgentTrace): string {
  const asked = Math.max(1, record.turns.length);
  return trace.answers[asked - 1] ?? "";
}

export function toToolCall(call: ToolCallRecord): Extraction["tool_calls"][number] {
  return {
    index: call.index,
    turn: call.turn,
    tool: call.tool,
    family: call.family,
    arguments: keepShallow(call.arguments),
    status: call.status,
    error: call.error,
    preview: call.preview,
    result_path: call.resultPath,
    result: call.result,
    rows: call.rows,
    truncated: call.truncated,
    sub_agent: call.subAgent,
    start_ms: call.startMs,
    duration_ms: call.durationMs,
    ...(call.review && { review: toReview(call.review) }),
  };
}

function toReview({ decision, message, proposed, by, waitedMs }: CallReview) {
  return { decision, message, proposed, by, waited_ms: waitedMs };
}

function toRoleUsages(roles: NonNullable<AgentTrace["roles"]>): Extraction["roles"] {
  return ROLES.flatMap((role) => {
    const usage = roles[role];
    if (!usage) return [];
    return {
      role,
      model_calls: usage.modelCalls,
      tokens_in: usage.input,
      tokens_out: usage.output,
      tokens_system_prompts: usage.systemPrompts,
      tokens_skills: usage.skills,
    };
  });
}

/** Here and below: members in the order of the schema, in which what workers hand over is written. */
function toStep(step: NodeStep): ExtractedStep {
  const { ids, cosines, scores, meanCosine } = step;
  return {
    turn: step.turn,
    node: step.node,
    start_ms: step.startMs,
    duration_ms: step.durationMs,
    query: step.query,
    call: step.call,
    ids: ids && [...ids],
    cosines: cosines && [...cosines],
    ...(meanCosine !== undefined && { mean_cosine: meanCosine, context_precision: step.contextPrecision }),
    threshold: step.threshold,
    decision: step.decision,
    by: step.by,
    sources: step.sources && [...step.sources],
    source: step.source,
    keywords: step.keywords && [...step.keywords],
    requests: step.requests,
    truncated: step.truncated,
    withdrawn: step.withdrawn && [...step.withdrawn],
    scores: scores && [...scores],
    problem: step.problem,
  };
}

function toMessage(message: TraceMessage): Extraction["messages"][number] {
  return {
    role: message.role,
    text: message.text,
    sub_agent: message.subAgent,
    tool_call_indexes: message.toolCallIndexes && [...message.toolCallIndexes],
    request: message.request,
  };
}

function toRequest(request: ModelRequestRecord): ModelRequest {
  const { usage, waits } = request;
  return {
    index: request.index,
    turn: request.turn,
    role: request.role,
    sub_agent: request.subAgent,
    purpose: request.purpose,
    start_ms: request.startMs,
    duration_ms: request.durationMs,
    waits: waits && [...waits],
    prompt: request.prompt,
    tokens_in: usage?.input,
    tokens_out: usage?.output,
    tokens_estimated: usage?.estimated,
    tokens_cached: usage?.cachedInput,
    tokens_cache_write: usage?.cacheWrite,
    tokens_reasoning: usage?.reasoning,
    finish: request.finish,
    served_model: request.servedModel,
    reasoning: request.reasoning,
    error: request.error,
  };
}
