import type { Scenario } from "../../../scenarios/set/schema.ts";
import { keyOf } from "../../record/domain/names.ts";
import type { ExecutionKey, ScoreRecord } from "../../record/domain/records.ts";
import {
  makeColumn,
  makeListColumn,
  makeObjectColumn,
  makeOptionalColumn,
  makeTimeColumn,
  type ValueColumn,
} from "../../record/scores/column.ts";
import { ScoreRecords } from "../../record/scores/score-records.ts";
import type { Criterion } from "../metrics/execution/functional.ts";
import type { ExpectedIdOutcome } from "../metrics/execution/retrieved-reported.ts";
import type { LiveFindings } from "../metrics/live/live-findings.ts";
import type { ProcessCounts, ScoredExecution } from "../metrics/scored-execution.ts";
import { makeAttemptsColumn, VerdictColumns } from "./kept-verdict.ts";
import { packEmpty, packMeta, packProcess, unpackEmpty, unpackProcess } from "./pack-parts.ts";

/**
 * Keeps executions in columns and gives each back as it is kept: without the texts that no analysis reads (those that
 * `metrics/scored.jsonl` leaves out), every number as it was. An execution takes some 300 bytes, most of them outside of the heap.
 */
export function makeKeeping(): (execution: ScoredExecution) => ScoredExecution {
  const kept = new KeptExecutions();
  return (execution) => kept.add(execution);
}

/** What of an execution stands in which column. */
class KeptExecutions {
  readonly records = new ScoreRecords();
  readonly scenario = makeColumn<Scenario>();
  readonly rankedIds = makeListColumn(makeColumn<string>());
  readonly idOutcomes = makeListColumn(makeColumn<ExpectedIdOutcome>());
  readonly tokensEstimated = makeColumn<boolean>();
  readonly cache = makeObjectColumn<ScoredExecution["cache"]>({ cachedInput: makeColumn(), cacheWrite: makeColumn() });
  readonly primary = new VerdictColumns();
  readonly calibration = new VerdictColumns();
  readonly meta = makeMetaColumn();
  readonly functional = makeListColumn(
    makeObjectColumn<Criterion>({ name: makeColumn(), pass: makeColumn(), explanation: makeColumn() }),
  );
  readonly emptyAnswer = makeOptionalColumn(
    makeObjectColumn<PackedEmpty>({ rule: makeColumn(), last_tool: makeColumn(), cause: makeColumn() }),
  );
  readonly saysUnsupported = makeColumn<boolean | null>();
  readonly live = makeColumn<LiveFindings | null>();
  readonly process = makeOptionalColumn(makeProcessColumn());
  readonly timing = makeOptionalColumn(
    makeObjectColumn<NonNullable<ScoredExecution["timing"]>>({
      started_at: makeTimeColumn(),
      duration_ms: makeColumn(),
      turns: makeColumn(),
    }),
  );
  #size = 0;

  add(execution: ScoredExecution): ScoredExecution {
    const { expectedIds, primary, calibration, meta, emptyAnswer, processCounts } = execution;
    const record = this.records.add(execution.record);
    this.scenario.push(execution.scenario);
    this.rankedIds.push(execution.rankedIds);
    this.idOutcomes.push(expectedIds?.map(({ idOutcome }) => idOutcome));
    this.tokensEstimated.push(execution.tokensEstimated);
    this.cache.push(execution.cache);
    this.primary.push(primary);
    this.calibration.push(calibration);
    this.meta.push(meta && packMeta(meta));
    this.functional.push(execution.functional);
    this.emptyAnswer.push(emptyAnswer && packEmpty(emptyAnswer));
    this.saysUnsupported.push(execution.saysUnsupported);
    this.live.push(execution.live);
    this.process.push(processCounts && packProcess(processCounts));
    this.timing.push(execution.timing);
    return new KeptExecution(this, { record, place: this.#size++ });
  }
}

/** One of them: its members are getters, so a copy by `...` is empty. */
class KeptExecution implements ScoredExecution {
  readonly record: ScoreRecord;
  readonly #kept: KeptExecutions;
  readonly #place: number;

  constructor(kept: KeptExecutions, { record, place }: { record: ScoreRecord; place: number }) {
    this.record = record;
    this.#kept = kept;
    this.#place = place;
  }

  get scenario() {
    return this.#kept.scenario.at(this.#place);
  }
  get rankedIds() {
    return this.#kept.rankedIds.at(this.#place)!;
  }
  /** Outcomes stand in the order of the scenario's own list. */
  get expectedIds() {
    const outcomes = this.#kept.idOutcomes.at(this.#place);
    return outcomes?.map((idOutcome, at) => ({ id: this.scenario.expected_ids[at]!, idOutcome })) ?? null;
  }
  get tokensEstimated() {
    return this.#kept.tokensEstimated.at(this.#place);
  }
  get cache() {
    return this.#kept.cache.at(this.#place);
  }
  get primary() {
    return this.#kept.primary.at(this.#place, this.record);
  }
  get calibration() {
    return this.#kept.calibration.at(this.#place, this.record);
  }
  get meta() {
    const packed = this.#kept.meta.at(this.#place);
    return packed ? { ...this.#key, ...packed, reasoning: "" } : null;
  }
  get functional() {
    return this.#kept.functional.at(this.#place) ?? null;
  }
  get emptyAnswer() {
    const packed = this.#kept.emptyAnswer.at(this.#place);
    return packed ? unpackEmpty(packed) : null;
  }
  get saysUnsupported() {
    return this.#kept.saysUnsupported.at(this.#place);
  }
  get live() {
    return this.#kept.live.at(this.#place) ?? null;
  }
  get processCounts() {
    const packed = this.#kept.process.at(this.#place);
    return packed ? unpackProcess(packed) : null;
  }
  get timing() {
    return this.#kept.timing.at(this.#place) ?? null;
  }

  get #key(): ExecutionKey {
    return keyOf(this.record);
  }
}

type PackedEmpty = ReturnType<typeof packEmpty>;
type PackedMeta = ReturnType<typeof packMeta>;
type PackedProcess = ReturnType<typeof packProcess>;
type Roles = NonNullable<ProcessCounts["roles"]>;
type Reviews = NonNullable<PackedProcess["reviews"]>;

function makeMetaColumn() {
  return makeOptionalColumn(
    makeObjectColumn<PackedMeta>({
      type: makeColumn(),
      evaluator: makeColumn(),
      stand_in: makeColumn(),
      judgments_agree: makeColumn(),
      preferred_judgment: makeColumn(),
      a_ids_correct: makeColumn(),
      b_ids_correct: makeColumn(),
      a_entities_correct: makeColumn(),
      b_entities_correct: makeColumn(),
      a_status_correct: makeColumn(),
      b_status_correct: makeColumn(),
      quality_score_delta: makeColumn(),
      bias_detected: makeColumn(),
      confidence: makeColumn(),
      attempts: makeAttemptsColumn() as ValueColumn<PackedMeta["attempts"]>,
    }),
  );
}

function makeProcessColumn(): ValueColumn<PackedProcess> {
  const tool = { tool: makeColumn<string>(), calls: makeColumn<number>(), errors: makeColumn<number>() };
  const role = makeObjectColumn<Roles[number]>({
    role: makeColumn(),
    model_calls: makeColumn(),
    tokens_in: makeColumn(),
    tokens_out: makeColumn(),
    tokens_system_prompts: makeColumn(),
    tokens_skills: makeColumn(),
  });
  const review = makeObjectColumn<Reviews[number]>({
    tool: makeColumn(),
    decision: makeColumn(),
    by: makeColumn(),
    waited_ms: makeColumn(),
    repeated: makeColumn(),
  });
  const habits = makeObjectColumn<NonNullable<PackedProcess["habits"]>>({
    skills: makeColumn(),
    plan_iterations: makeColumn(),
    contract_retries: makeColumn(),
    contract_fallback: makeColumn(),
  });
  return makeObjectColumn<PackedProcess>({
    tools: makeListColumn(makeObjectColumn(tool)) as ValueColumn<PackedProcess["tools"]>,
    habits: makeOptionalColumn(habits) as ValueColumn<PackedProcess["habits"]>,
    roles: makeListColumn(role) as ValueColumn<PackedProcess["roles"]>,
    reviews: makeListColumn(review) as ValueColumn<PackedProcess["reviews"]>,
  });
}
