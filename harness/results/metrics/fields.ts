import { OWN } from "../../../agent/contract/contract.ts";
import { grouped } from "../../../base/grouped.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { answerText } from "../../judge/judges/mentions.ts";
import { keyOf } from "../../record/domain/names.ts";
import {
  DIMENSIONS,
  type ExecutionKey,
  type Extraction,
  type Judgement,
  type MetaVerdict,
  type Verdict,
} from "../../record/domain/records.ts";
import type { ExecutionCase, TracedCase } from "./execution/case.ts";
import { type EmptyAnswer, emptyAnswer } from "./execution/empty-answer.ts";
import { type Criterion, verifyFunctionally } from "./execution/functional.ts";
import { type ExpectedIdOutcome, expectedIdOutcomes } from "./execution/retrieved-reported.ts";
import { type LiveFindings, liveFindings } from "./live/live-findings.ts";
import { deniesAll } from "./minimal-pairs/denial.ts";

/** What fields are made from: the records of one execution, and what was read of its trace. */
export interface FieldSource extends Pick<ExecutionCase, "scenario" | "outcome" | "extraction" | "judgedRelevance"> {
  verdicts: { primary: Verdict | null; calibration: Verdict | null; meta: MetaVerdict | null };
  traced: TracedCase | null;
}

/** Whose field it is: what it need not tell again. */
interface Owner {
  record: ExecutionKey;
  scenario: Scenario;
}

type AnyField = Field<unknown, unknown>;

interface Field<Value, Packed> {
  /** Its name on a line of `metrics/scored.jsonl`. */
  key: string;
  of(from: FieldSource): Value;
  /** With every number, without what a judge or a provider wrote: so it stands in columns and on lines. */
  pack(value: Value): Packed;
  unpack(packed: Packed, owner: Owner): Value;
  /** Without what columns keep and lines leave out. */
  onLine?(packed: Packed): unknown;
}

/** What is known of an execution besides its record, its scenario and its times. A field is declared here alone: `ScoredExecution`, the columns that keep it and the lines that pages load follow. */
const FIELDS = {
  /** Recommended ids, best first; [] without an answer. */
  rankedIds: asItIs<readonly string[]>("ranked_ids", ({ outcome, extraction }) =>
    outcome === "success" ? [...new Set(extraction?.ranked_ids)] : [],
  ),
  tokensEstimated: asItIs("tokens_estimated", ({ extraction }) => extraction?.tokens_estimated ?? false),
  /** Of the tokens in, for their price; undefined where the provider does not say. */
  cachedInput: asItIs("cached_input", ({ extraction }) => extraction?.tokens_cached),
  cacheWrite: asItIs("cache_write", ({ extraction }) => extraction?.tokens_cache_write),
  /** The model's answers, calls among them, that ended at its output limit; undefined where the provider gives no reasons. */
  answersCutOff: asItIs(
    "answers_cut_off",
    ({ extraction }) => extraction?.finishes && (extraction.finishes.length ?? 0),
  ),
  /** Whether the answer says that what the scenario calls unsupported is; null where nothing is, or without a trace. */
  saysUnsupported: asItIs("says_unsupported", ({ extraction, scenario }) => {
    return extraction && scenario.unsupported ? deniesAll(answerText(extraction), scenario.unsupported) : null;
  }),
  /** Of live sources; null for a scenario that is asked of none, and without a trace. */
  live: {
    ...asItIs<LiveFindings | null>("live", ({ traced }) => traced && liveFindings(traced)),
    // Absent on lines of earlier versions.
    unpack: (packed: LiveFindings | null | undefined) => packed ?? null,
  },
  /** Null for an answer that says something, and without a trace. */
  emptyAnswer: asItIs<EmptyAnswer | null>("empty_answer", ({ extraction }) => extraction && emptyAnswer(extraction)),
  /** How it worked; null without a trace, and where nobody saw the calls. */
  processCounts: asItIs<ProcessCounts | null>("process", ({ extraction }) =>
    extraction && !extraction.unreported?.includes("tool_calls") ? countProcess(extraction) : null,
  ),
  /** What became of each expected id; null without a trace. */
  expectedIds: field<readonly { id: string; idOutcome: ExpectedIdOutcome }[] | null, readonly number[] | null>({
    key: "expected",
    of: (from) => (isKnown(from) ? from.traced && expectedIdOutcomes(from.traced) : null),
    // In the order of the scenario's own list.
    pack: (outcomes) => outcomes?.map(({ idOutcome }) => ID_OUTCOMES.indexOf(idOutcome)) ?? null,
    unpack: (codes, { scenario }) =>
      codes?.map((code, at) => ({ id: scenario.expected_ids[at]!, idOutcome: ID_OUTCOMES[code]! })) ?? null,
  }),
  primary: verdict("primary"),
  calibration: verdict("calibration"),
  meta: field({
    key: "meta",
    of: ({ verdicts }) => verdicts.meta,
    pack: (meta) => meta && packMeta(meta),
    unpack: (meta, { record }): MetaVerdict | null => meta && { ...keyOf(record), ...meta, reasoning: "" },
  }),
  /** The functional verdict criterion by criterion; null without a trace. */
  functional: {
    ...asItIs<readonly Criterion[] | null>("functional", (from) =>
      from.judgedRelevance || !isKnown(from) ? null : from.traced && verifyFunctionally(from.traced),
    ),
    unpack: (criteria: readonly Criterion[] | null) =>
      criteria?.map((criterion) => ({ ...criterion, explanation: criterion.explanation ?? "" })) ?? null,
    onLine: (criteria: readonly Criterion[] | null) => criteria?.map(({ name, pass }) => ({ name, pass })) ?? null,
  },
};

export type FieldName = keyof typeof FIELDS;
export type FieldValues = { [Name in FieldName]: ReturnType<(typeof FIELDS)[Name]["of"]> };

/** A field's value on a line, beside its key. */
export function lineOf({ pack, onLine }: AnyField, value: unknown): unknown {
  return onLine ? onLine(pack(value)) : pack(value);
}

/** The same of every field, by its name. */
export function eachField<T>(make: (field: AnyField, name: FieldName) => T): Record<FieldName, T> {
  const entries = Object.entries(FIELDS) as [FieldName, AnyField][];
  return Object.fromEntries(entries.map(([name, one]) => [name, make(one, name)])) as Record<FieldName, T>;
}

export function fieldsOf(from: FieldSource): FieldValues {
  return eachField(({ of }) => of(from)) as FieldValues;
}

function field<Value, Packed>(declared: Field<Value, Packed>): Field<Value, Packed> {
  return declared;
}

function asItIs<Value>(key: string, of: (from: FieldSource) => Value): Field<Value, Value> {
  return { key, of, pack: (value) => value, unpack: (packed) => packed };
}

function verdict(stage: "primary" | "calibration") {
  return field({
    key: stage,
    of: ({ verdicts }) => verdicts[stage],
    pack: (given) => given && packVerdict(given),
    unpack: (packed, { record }): Verdict | null => packed && { ...keyOf(record), ...unpackVerdict(packed) },
  });
}

function isKnown({ scenario }: FieldSource): boolean {
  return scenario.truth !== "unknown";
}

const ID_OUTCOMES: readonly ExpectedIdOutcome[] = [
  "retrieved_reported",
  "retrieved_unreported",
  "unretrieved_reported",
  "unretrieved_unreported",
];

/** What is counted of a trace besides scores. */
type ProcessCounts = ReturnType<typeof countProcess>;

function countProcess(extraction: Extraction) {
  const byTool = grouped(extraction.tool_calls, ({ tool }) => tool);
  return {
    /** In the order of their first call. */
    tools: [...byTool].map(([tool, calls]) => ({
      tool,
      calls: calls.length,
      errors: calls.filter(({ status }) => status === "error").length,
    })),
    /** Of our own agents: what others do besides calling our tools is not seen. */
    habits: extraction.workflow === OWN ? null : habitsOf(extraction),
    /** What each role spent; absent where no turn came to its end. */
    roles: extraction.roles,
    /** What was decided on its calls before they were made; absent where nobody was asked. */
    reviews: reviewsOf(extraction),
  };
}

function habitsOf({ skills_loaded, plan_iterations, contract_retries, contract_fallback }: Extraction) {
  return { skills: skills_loaded.length, plan_iterations, contract_retries, contract_fallback };
}

function reviewsOf({ tool_calls }: Extraction) {
  const repeats = (call: ToolCall) => (other: ToolCall) =>
    other.index > call.index &&
    other.tool === call.tool &&
    JSON.stringify(other.arguments) === JSON.stringify(call.arguments);
  const reviews = tool_calls.flatMap((call) => {
    const { tool, review } = call;
    if (!review) return [];
    const { decision, by, waited_ms } = review;
    /** Of a rejection: the agent proposed the same call again. */
    const repeated = decision === "reject" && tool_calls.some(repeats(call));
    return [{ tool, decision, by, waited_ms, repeated }];
  });
  return reviews.length > 0 ? reviews : undefined;
}

type ToolCall = Extraction["tool_calls"][number];

function packVerdict({ type, evaluator, stand_in, judgement, judgings, attempts }: Verdict) {
  return {
    ...{ type, evaluator, stand_in, judgement: judgement && packJudgement(judgement), attempts: faultsOf(attempts) },
    ...(judgings && { judgings }),
  };
}

function unpackVerdict({ judgement, ...rest }: ReturnType<typeof packVerdict>) {
  return { ...rest, judgement: judgement && unpackJudgement(judgement), claims_disagree: [] };
}

const COUNTED = [
  "expected_ids_found",
  "expected_ids_missing",
  "expected_entities_found",
  "expected_entities_missing",
] as const;

/** Of lists, their lengths; of a rating, its number. */
function packJudgement({ status, overall_score, ground_truth, quality }: Judgement) {
  return {
    status,
    overall_score,
    counts: COUNTED.map((name) => ground_truth[name].length),
    alignment: ground_truth.reference_answer_alignment,
    ratings: DIMENSIONS.map((name) => quality[name].score),
  };
}

function unpackJudgement({
  status,
  overall_score,
  counts,
  alignment,
  ratings,
}: ReturnType<typeof packJudgement>): Judgement {
  const lists = COUNTED.map((name, at) => [name, Array<string>(counts[at]!).fill("")]);
  const quality = DIMENSIONS.map((name, at) => [name, { score: ratings[at]!, rationale: "" }]);
  return {
    status,
    overall_score,
    ground_truth: { ...Object.fromEntries(lists), reference_answer_alignment: alignment, details: "" },
    quality: Object.fromEntries(quality),
    summary: "",
  };
}

/** Without its key, its reasoning and what it cost. */
function packMeta({ reasoning: _reasoning, usage: _usage, reason: _reason, attempts, ...ruling }: MetaVerdict) {
  const { scenario_id: _scenario, model: _model, workflow: _workflow, ...rest } = ruling;
  const { knowledge: _knowledge, levels: _levels, repeat: _repeat, ...kept } = rest;
  return { ...kept, ...(attempts && { attempts: faultsOf(attempts) }) };
}

/** Faults on the way to a verdict: without what a provider wrote. */
export function faultsOf(attempts: Verdict["attempts"]): Verdict["attempts"] {
  return attempts.map(({ provider, error }) => ({ provider, error: error.slice(0, error.indexOf(":") + 1) }));
}
