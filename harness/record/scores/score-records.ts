import type { Score, ScoreRecord } from "../domain/records.ts";
import { makeColumn, type ValueColumn } from "./column.ts";

/** The facts of a score record beside its scores, in the order of its file. */
const FACTS = [
  "scenario_id",
  "model",
  "workflow",
  "knowledge",
  "repeat",
  "levels",
  "family",
  "complexity",
  "answerable",
  "outcome",
  "reason",
] as const satisfies readonly (keyof ScoreRecord)[];
type Facts = Omit<ScoreRecord, "scores">;

/** Score records in columns: some 150 bytes each, where objects take 5,000. */
export class ScoreRecords {
  readonly #facts = Object.fromEntries(FACTS.map((name) => [name, makeColumn()])) as {
    [Name in keyof Facts]: ValueColumn<Facts[Name]>;
  };
  /** A number or the reason for its absence, by metric; metrics that a record lacks are left out. */
  readonly #scores = new Map<string, ValueColumn<number | string | undefined>>();
  #size = 0;

  /** The record as it is kept. */
  add({ scores, ...facts }: ScoreRecord): ScoreRecord {
    for (const name of FACTS) (this.#facts[name] as ValueColumn<unknown>).push(facts[name]);
    for (const name of Object.keys(scores)) if (!this.#scores.has(name)) this.#addMetric(name);
    for (const [name, column] of this.#scores) {
      const score = scores[name];
      column.push(score && (score.value ?? score.reason));
    }
    return this.at(this.#size++);
  }

  /** Whether two are of one execution. */
  holdsTwice(): boolean {
    const seen = new Set<number>();
    const [configuration, scenarioAt] = [makeNumbering(), makeNumbering()];
    for (let place = 0; place < this.#size; place++) {
      const [scenario, repeat] = [this.fact("scenario_id", place), this.fact("repeat", place)];
      const of = (["model", "workflow", "knowledge", "levels"] as const).map((name) => this.fact(name, place));
      const before = seen.size;
      // Exact below 2^53: a million scenarios, ten thousand configurations and as many repeats.
      if (seen.add((configuration(JSON.stringify(of)) * 1e6 + scenarioAt(scenario)) * 1e4 + repeat).size === before)
        return true;
    }
    return false;
  }

  at(place: number): ScoreRecord {
    return new KeptRecord(this, place) as unknown as ScoreRecord;
  }

  fact<Name extends keyof Facts>(name: Name, place: number): Facts[Name] {
    return (this.#facts[name] as ValueColumn<Facts[Name]>).at(place);
  }

  score(metric: string, place: number): Score | undefined {
    const cell = this.#scores.get(metric)?.at(place);
    return cell === undefined ? undefined : asScore(cell);
  }

  scores(place: number): Record<string, Score> {
    const scores: Record<string, Score> = {};
    for (const [name, column] of this.#scores) {
      const cell = column.at(place);
      if (cell !== undefined) scores[name] = asScore(cell);
    }
    return scores;
  }

  #addMetric(name: string): void {
    const column = makeColumn<number | string | undefined>();
    for (let place = 0; place < this.#size; place++) column.push(undefined);
    this.#scores.set(name, column);
  }
}

function asScore(cell: number | string): Score {
  return typeof cell === "number" ? { value: cell } : { value: null, reason: cell };
}

/** Read by whoever copies the own members of a record, which has no others. */
const COPIED = Symbol("copied");
const REFUSED: PropertyDescriptor = {
  enumerable: true,
  get() {
    throw new TypeError("a copy by `...` of a kept score record would be empty: wholeRecord(record) gives one to copy");
  },
};

/** One of them: its members are getters, so a copy by `...` would be empty and is refused. */
class KeptRecord {
  static {
    for (const name of FACTS)
      Object.defineProperty(KeptRecord.prototype, name, {
        get(this: KeptRecord) {
          return this.#records.fact(name, this.#place);
        },
      });
  }

  readonly #records: ScoreRecords;
  readonly #place: number;

  constructor(records: ScoreRecords, place: number) {
    this.#records = records;
    this.#place = place;
    Object.defineProperty(this, COPIED, REFUSED);
  }

  get scores() {
    return this.#records.scores(this.#place);
  }

  /** One score without making the others. */
  scoreOf(metric: string): Score | undefined {
    return this.#records.score(metric, this.#place);
  }

  toJSON(): ScoreRecord {
    const facts = FACTS.map((name) => [name, this.#records.fact(name, this.#place)]).filter(
      ([, value]) => value !== undefined,
    );
    return { ...(Object.fromEntries(facts) as unknown as Facts), scores: this.scores };
  }
}

/** The same record with its scores all made: for what reads many of them. */
export function wholeRecord(record: ScoreRecord): ScoreRecord {
  return record instanceof KeptRecord ? record.toJSON() : record;
}

/** One score of a record, whether it is kept in columns or not; undefined where it has none. */
export function findScore(record: ScoreRecord, metric: string): Score | undefined {
  return record instanceof KeptRecord ? record.scoreOf(metric) : record.scores[metric];
}

function makeNumbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
}
