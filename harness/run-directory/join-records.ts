import { UserError } from "../../base/user-error.ts";
import { type Configuration, configurationName, executionName } from "../domain/names.ts";
import type { ExecutionKey } from "../domain/records.ts";
import { type RecordOf, type RecordPart, streamRecords } from "./records.ts";

/** Parts that say something of an execution, but for its worker's trace. */
const JOINED = ["rawOutput", "extractions", "verdicts", "calibration", "meta"] as const satisfies readonly RecordPart[];

/** What there is of one execution. */
export type JoinedRecords = { [Part in (typeof JOINED)[number]]: RecordOf<Part> | null };

interface JoinOptions {
  runDirectory: string;
  configuration: Configuration;
  /** The executions that there should be, in the order in which they are wanted. */
  keys: readonly ExecutionKey[];
  /** Scenarios whose records are passed over. */
  leftOut?: ReadonlySet<string>;
}

/**
 * What `each` makes of every execution of one configuration and its records. Files of a stage that is done stand in the order of the matrix:
 * they are read side by side, and one record of each is in memory. Where one is in another order, all are read before the first.
 * @throws UserError `run-directory`, at the end, for damaged, repeated or unexpected records.
 */
export async function joinRecords<T>(
  options: JoinOptions,
  each: (key: ExecutionKey, records: JoinedRecords) => T,
): Promise<T[]> {
  try {
    return await join(options, { inOrder: true, each });
  } catch (error) {
    if (!(error instanceof OutOfOrder)) throw error;
    return join(options, { inOrder: false, each });
  }
}

class OutOfOrder extends Error {}

async function join<T>(
  options: JoinOptions,
  { inOrder, each }: { inOrder: boolean; each: (key: ExecutionKey, records: JoinedRecords) => T },
): Promise<T[]> {
  const expected = new Map(options.keys.map((key, place) => [executionName(key), place]));
  const parts = JOINED.map((part) => new PartReader(part, { ...options, expected, inOrder }));
  const made: T[] = [];
  try {
    for (const [place, key] of options.keys.entries()) {
      const found = await Promise.all(parts.map(async (part) => [part.part, await part.take(place)]));
      made.push(each(key, Object.fromEntries(found) as JoinedRecords));
    }
    for (const part of parts) await part.end();
    return made;
  } finally {
    await Promise.allSettled(parts.map((part) => part.close()));
  }
}

interface Order {
  /** Place of each execution by its name. */
  expected: ReadonlyMap<string, number>;
  inOrder: boolean;
}

class PartReader {
  readonly part: (typeof JOINED)[number];
  readonly #records: AsyncGenerator<ExecutionKey>;
  readonly #options: JoinOptions & Order;
  readonly #waiting = new Map<number, ExecutionKey>();
  readonly #seen: Uint8Array;
  readonly #problems: string[] = [];
  #ended = false;
  #last = -1;

  constructor(part: PartReader["part"], options: JoinOptions & Order) {
    const { runDirectory, configuration, expected } = options;
    this.part = part;
    this.#options = options;
    this.#records = streamRecords({ runDirectory, part, configuration });
    this.#seen = new Uint8Array(expected.size);
  }

  /** The record of the execution at this place of the matrix; null where there is none. */
  async take(place: number): Promise<ExecutionKey | null> {
    const until = this.#options.inOrder ? place : Number.POSITIVE_INFINITY;
    while (this.#last < until && !this.#ended) await this.#readOne();
    const record = this.#waiting.get(place) ?? null;
    this.#waiting.delete(place);
    return record;
  }

  /** @throws UserError for what stands there and should not */
  async end(): Promise<void> {
    while (!this.#ended) await this.#readOne();
    if (this.#problems.length === 0) return;
    const where = `${this.part} of ${configurationName(this.#options.configuration)}`;
    throw new UserError("run-directory", `${where}: expected at most one record for each execution of the matrix`, {
      problems: this.#problems,
    });
  }

  /** Lets go of the file. */
  async close(): Promise<void> {
    await this.#records.return(undefined);
  }

  async #readOne(): Promise<void> {
    const next = await this.#records.next();
    if (next.done) {
      this.#ended = true;
      return;
    }
    const record = next.value;
    if (this.#options.leftOut?.has(record.scenario_id)) return;
    const name = executionName(record);
    const place = this.#options.expected.get(name);
    if (place === undefined) this.#problems.push(`${name} is not in the matrix of this run`);
    else if (this.#seen[place]) this.#problems.push(`${name} stands there more than once`);
    else {
      if (this.#options.inOrder && place < this.#last) throw new OutOfOrder();
      this.#seen[place] = 1;
      this.#waiting.set(place, record);
      this.#last = Math.max(this.#last, place);
    }
  }
}
