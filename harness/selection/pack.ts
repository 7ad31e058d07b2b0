import type { Scenario } from "../../scenarios/schema.ts";
import type { Scored } from "../analyses/scored.ts";
import type { BaselineName } from "../baselines/names.ts";
import { type Configuration, keyOf } from "../domain/names.ts";
import { DIMENSIONS, type Judgement, type MetaVerdict, type Score, type Verdict } from "../domain/records.ts";
import type { EmptyAnswer } from "../metrics/execution/empty-answer.ts";
import { EXECUTION_METRIC_NAMES } from "../metrics/execution/registry.ts";
import type { ExpectedIdOutcome } from "../metrics/execution/retrieved-reported.ts";
import { type ProcessCounts, type ScoredExecution, scoreOf } from "../metrics/scored-execution.ts";

/** Raised when the same numbers are written another way: a page and its data must be of one version. */
const VERSION = 2;

/** The first line: the run. The others are the executions of one configuration or baseline each. */
interface Head extends Pick<Scored, "design" | "scenarios" | "probed" | "ratings"> {
  version: number;
  synthetic_corpus: boolean;
  /** What the scores of an execution are of, in their order. */
  metrics: readonly string[];
}

/** A score is its number, or, as a text, the place among the reasons of why there is none. */
interface Group {
  of: Configuration | BaselineName;
  executions: readonly Packed[];
  reasons: readonly string[];
}

type Packed = ReturnType<typeof packExecution>;

/**
 * What analyses compute from, as lines for the pages to load: every number to the last digit, without the texts that no analysis
 * reads, and without what differs between equal runs: times and the configuration.
 */
export function* packScored({ configurations, baselines, ...run }: Omit<Scored, "config">): Generator<string> {
  const { design, syntheticCorpus: synthetic_corpus, ratings } = run;
  const scenarios = run.scenarios.map(withoutTexts);
  const probed = run.probed.map(withoutFaults);
  yield line({
    version: VERSION,
    metrics: EXECUTION_METRIC_NAMES,
    design,
    synthetic_corpus,
    scenarios,
    probed,
    ratings,
  });
  const places = new Map(run.scenarios.map(({ id }, place) => [id, place]));
  for (const { configuration, executions } of configurations) yield line(packGroup(configuration, executions, places));
  for (const { name, executions } of baselines) yield line(packGroup(name, executions, places));
}

function line(value: Head | Group): string {
  return `${JSON.stringify(value)}\n`;
}

/** What the lines leave out. */
export interface RunFacts {
  config: Scored["config"];
  /** Milliseconds of each execution in the order of the run, null where it did not run. */
  durations: readonly (number | null)[];
}

/** Null for lines of another version. */
export function unpackScored(lines: readonly string[], { config, durations }: RunFacts): Scored | null {
  const [first, ...rest] = lines.filter((text) => text !== "");
  const { version, metrics, synthetic_corpus, ...head }: Head = JSON.parse(first ?? "{}");
  const run = { ...head, config, syntheticCorpus: synthetic_corpus };
  if (version !== VERSION) return null;
  let place = 0;
  const groups = rest.map((text) => {
    const { of, executions, reasons }: Group = JSON.parse(text);
    const timed = executions.map((packed) => ({ packed, ms: typeof of === "string" ? null : durations[place++]! }));
    return { of, executions: timed.map((one) => unpackExecution(one, { metrics, reasons, scenarios: run.scenarios })) };
  });
  const configurations = groups.flatMap(({ of, executions }) =>
    typeof of === "string" ? [] : [{ configuration: of, executions }],
  );
  const baselines = groups.flatMap(({ of, executions }) => (typeof of === "string" ? [{ name: of, executions }] : []));
  return { ...run, configurations, executions: configurations.flatMap(({ executions }) => executions), baselines };
}

/** The questions stand in the list of scenarios; how the truth was derived and reviewed is for people. */
function withoutTexts({ derivation: _derivation, review: _review, ...scenario }: Scenario): Scenario {
  return { ...scenario, turns: [], reference_answer: "" };
}

/** Of a fault its name, without what a provider wrote; not the hash of what was asked, which holds times. */
function withoutFaults({ judge, readings }: Scored["probed"][number]): Scored["probed"][number] {
  return {
    judge,
    readings: readings.map((reading) => ({ ...reading, asked: "", attempts: faultsOf(reading.attempts) })),
  };
}

function packGroup(
  of: Group["of"],
  executions: readonly ScoredExecution[],
  places: ReadonlyMap<string, number>,
): Group {
  const reasons = new Map<string, number>();
  const packed = executions.map((execution) => packExecution(execution, { reasons, places }));
  return { of, executions: packed, reasons: [...reasons.keys()] };
}

function packExecution(
  { record, scenario, expectedIds, primary, calibration, meta, functional, ...rest }: ScoredExecution,
  { reasons, places }: { reasons: Map<string, number>; places: ReadonlyMap<string, number> },
) {
  const { model, workflow, knowledge, repeat, outcome } = record;
  return {
    ranked_ids: rest.rankedIds,
    tokens_estimated: rest.tokensEstimated,
    cached_input: rest.cache.cachedInput,
    cache_write: rest.cache.cacheWrite,
    says_unsupported: rest.saysUnsupported,
    empty_answer: rest.emptyAnswer && packEmpty(rest.emptyAnswer),
    process: rest.processCounts && packProcess(rest.processCounts),
    ...{ model, workflow, knowledge, repeat, outcome },
    scenario: places.get(scenario.id)!,
    scores: EXECUTION_METRIC_NAMES.map((metric) => {
      const { value, reason = "" } = scoreOf(record, metric);
      return value ?? placeOf(reason, reasons);
    }),
    // In the order of the scenario's own list.
    expected: expectedIds?.map(({ idOutcome }) => ID_OUTCOMES.indexOf(idOutcome)) ?? null,
    primary: primary && packVerdict(primary),
    calibration: calibration && packVerdict(calibration),
    meta: meta && packMeta(meta),
    functional: functional?.map(({ name, pass }) => ({ name, pass })) ?? null,
  };
}

const ID_OUTCOMES: readonly ExpectedIdOutcome[] = [
  "retrieved_reported",
  "retrieved_unreported",
  "unretrieved_reported",
  "unretrieved_unreported",
];

function placeOf(reason: string, reasons: Map<string, number>): string {
  if (!reasons.has(reason)) reasons.set(reason, reasons.size);
  return String(reasons.get(reason));
}

function unpackExecution(
  { packed, ms }: { packed: Packed; ms: number | null },
  { metrics, reasons, scenarios }: Pick<Head, "metrics" | "scenarios"> & Pick<Group, "reasons">,
): ScoredExecution {
  const { model, workflow, knowledge, repeat, outcome, scenario: place, scores, expected, ...rest } = packed;
  const { cached_input: cachedInput, cache_write: cacheWrite } = rest;
  const scenario = scenarios[place]!;
  const { id: scenario_id, family, complexity, answerable } = scenario;
  const key = { scenario_id, model, workflow, knowledge, repeat };
  const score = (value: number | string): Score =>
    typeof value === "number" ? { value } : { value: null, reason: reasons[Number(value)]! };
  return {
    rankedIds: rest.ranked_ids,
    tokensEstimated: rest.tokens_estimated,
    cache: {
      ...(cachedInput === undefined ? {} : { cachedInput }),
      ...(cacheWrite === undefined ? {} : { cacheWrite }),
    },
    saysUnsupported: rest.says_unsupported,
    emptyAnswer: rest.empty_answer && unpackEmpty(rest.empty_answer),
    processCounts: rest.process && unpackProcess(rest.process),
    scenario,
    record: {
      ...{ ...key, family, complexity, answerable, outcome },
      scores: Object.fromEntries(scores.map((value, at) => [metrics[at]!, score(value)])),
    },
    expectedIds:
      expected?.map((code, at) => ({ id: scenario.expected_ids[at]!, idOutcome: ID_OUTCOMES[code]! })) ?? null,
    primary: rest.primary && { ...key, ...unpackVerdict(rest.primary) },
    calibration: rest.calibration && { ...key, ...unpackVerdict(rest.calibration) },
    meta: rest.meta && { ...key, ...rest.meta, reasoning: "" },
    functional: rest.functional?.map((criterion) => ({ ...criterion, explanation: "" })) ?? null,
    timing: ms === null ? null : { started_at: "", duration_ms: ms, turns: [] },
  };
}

function packEmpty({ rule, lastTool: last_tool, cause }: EmptyAnswer) {
  return { rule, last_tool, cause };
}

function unpackEmpty({ rule, last_tool: lastTool, cause }: ReturnType<typeof packEmpty>): EmptyAnswer {
  return { rule, lastTool, cause };
}

function packProcess({ tools, skills, roles, ...counts }: ProcessCounts) {
  const { planIterations: plan_iterations, contractRetries: contract_retries } = counts;
  return { tools, skills, roles, plan_iterations, contract_retries, contract_fallback: counts.contractFallback };
}

function unpackProcess({ tools, skills, roles, ...counts }: ReturnType<typeof packProcess>): ProcessCounts {
  const { plan_iterations: planIterations, contract_retries: contractRetries } = counts;
  const process = { tools, skills, planIterations, contractRetries, contractFallback: counts.contract_fallback };
  return roles === undefined ? process : { ...process, roles };
}

/** A verdict as the lines tell it: with its numbers, without what a judge wrote. */
export function verdictWithoutTexts(verdict: Verdict): Verdict {
  return { ...keyOf(verdict), ...unpackVerdict(packVerdict(verdict)) };
}

export function metaWithoutTexts(verdict: MetaVerdict): MetaVerdict {
  return { ...keyOf(verdict), ...packMeta(verdict), reasoning: "" };
}

function packVerdict({ type, evaluator, stand_in, judgement, attempts }: Verdict) {
  return { type, evaluator, stand_in, judgement: judgement && packJudgement(judgement), attempts: faultsOf(attempts) };
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

function packMeta({ type, evaluator, stand_in, judgments_agree, preferred_judgment, ...rest }: MetaVerdict) {
  const { a_ids_correct, b_ids_correct, a_entities_correct, b_entities_correct } = rest;
  const { a_status_correct, b_status_correct, quality_score_delta, bias_detected, confidence } = rest;
  return {
    ...{ type, evaluator, stand_in, judgments_agree, preferred_judgment },
    ...{ a_ids_correct, b_ids_correct, a_entities_correct, b_entities_correct },
    ...{ a_status_correct, b_status_correct, quality_score_delta, bias_detected, confidence },
    ...(rest.attempts ? { attempts: faultsOf(rest.attempts) } : {}),
  };
}

function faultsOf(attempts: Verdict["attempts"]): Verdict["attempts"] {
  return attempts.map(({ provider, error }) => ({ provider, error: error.slice(0, error.indexOf(":") + 1) }));
}
