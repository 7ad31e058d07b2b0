import {
  DIMENSIONS,
  type ExecutionKey,
  type Judgement,
  type ScoreRecord,
  type Verdict,
} from "../../record/domain/records.ts";
import { makeColumn, makeListColumn, makeObjectColumn } from "../../record/scores/column.ts";
import { COUNTED, packVerdict } from "./pack-parts.ts";

type Packed = ReturnType<typeof packVerdict>;

/** Verdicts of one judge in columns, null where there is none. A number of one is read without making the others. */
export class VerdictColumns {
  readonly type = makeColumn<Packed["type"] | null>();
  readonly evaluator = makeColumn<string>();
  readonly standIn = makeColumn<boolean>();
  readonly attempts = makeAttemptsColumn();
  readonly status = makeColumn<Judgement["status"] | null>();
  readonly score = makeColumn<number>();
  readonly alignment = makeColumn<number>();
  readonly counts = COUNTED.map(() => makeColumn<number>());
  readonly ratings = DIMENSIONS.map(() => makeColumn<number>());

  push(verdict: Verdict | null): void {
    const packed = verdict && packVerdict(verdict);
    const judgement = packed?.judgement ?? null;
    this.type.push(packed?.type ?? null);
    this.evaluator.push(packed?.evaluator ?? "");
    this.standIn.push(packed?.stand_in ?? false);
    this.attempts.push(packed?.attempts ?? null);
    this.status.push(judgement?.status ?? null);
    this.score.push(judgement?.overall_score ?? 0);
    this.alignment.push(judgement?.alignment ?? 0);
    for (const [at, column] of this.counts.entries()) column.push(judgement?.counts[at] ?? 0);
    for (const [at, column] of this.ratings.entries()) column.push(judgement?.ratings[at] ?? 0);
  }

  at(place: number, record: ScoreRecord): Verdict | null {
    return this.type.at(place) === null ? null : new KeptVerdict(this, { place, record });
  }
}

/** Faults on the way to a verdict. */
export function makeAttemptsColumn() {
  const attempt = { provider: makeColumn<string>(), error: makeColumn<string>() };
  return makeListColumn(makeObjectColumn<Verdict["attempts"][number]>(attempt));
}

class KeptVerdict implements Verdict {
  readonly #columns: VerdictColumns;
  readonly #place: number;
  readonly #record: ExecutionKey;

  constructor(columns: VerdictColumns, { place, record }: { place: number; record: ExecutionKey }) {
    this.#columns = columns;
    this.#place = place;
    this.#record = record;
  }

  get scenario_id() {
    return this.#record.scenario_id;
  }
  get model() {
    return this.#record.model;
  }
  get workflow() {
    return this.#record.workflow;
  }
  get knowledge() {
    return this.#record.knowledge;
  }
  get repeat() {
    return this.#record.repeat;
  }
  get type() {
    return this.#columns.type.at(this.#place)!;
  }
  get evaluator() {
    return this.#columns.evaluator.at(this.#place);
  }
  get stand_in() {
    return this.#columns.standIn.at(this.#place);
  }
  get attempts() {
    return [...(this.#columns.attempts.at(this.#place) ?? [])];
  }
  get claims_disagree() {
    return [];
  }
  get judgement() {
    return this.#columns.status.at(this.#place) === null ? null : new KeptJudgement(this.#columns, this.#place);
  }
}

/** Of lists it knows the lengths, of ratings the numbers. */
class KeptJudgement implements Judgement {
  readonly #columns: VerdictColumns;
  readonly #place: number;

  constructor(columns: VerdictColumns, place: number) {
    this.#columns = columns;
    this.#place = place;
  }

  get status() {
    return this.#columns.status.at(this.#place)!;
  }
  get overall_score() {
    return this.#columns.score.at(this.#place);
  }
  get summary() {
    return "";
  }
  get ground_truth() {
    const [idsFound, idsMissing, entitiesFound, entitiesMissing] = this.#columns.counts.map((column) =>
      Array<string>(column.at(this.#place)).fill(""),
    );
    return {
      expected_ids_found: idsFound!,
      expected_ids_missing: idsMissing!,
      expected_entities_found: entitiesFound!,
      expected_entities_missing: entitiesMissing!,
      reference_answer_alignment: this.#columns.alignment.at(this.#place),
      details: "",
    };
  }
  get quality() {
    const [completeness, relevance, coherence, grounding] = this.#columns.ratings.map((column) => ({
      score: column.at(this.#place),
      rationale: "",
    }));
    return {
      completeness: completeness!,
      relevance: relevance!,
      coherence: coherence!,
      evidence_grounding: grounding!,
    };
  }
}
