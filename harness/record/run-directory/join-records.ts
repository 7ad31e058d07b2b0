import { UserError } from "../../../base/user-error.ts";
import { type Configuration, configurationName, executionName } from "../domain/names.ts";
import type { ExecutionKey } from "../domain/records.ts";
import { keysInOrder } from "./keys-in-order.ts";
import { type RecordOf, type RecordPart, recordPath, streamRecords } from "./records.ts";

/** Parts that say something of an execution, but for its worker's trace. */
const JOINED = ["rawOutput", "extractions", "verdicts", "calibration", "meta"] as const satisfies readonly RecordPart[];

/** What there is of one execution. */
export type JoinedRecords = { [Part in (typeof JOINED)[number]]: RecordOf<Part> | null };

interface JoinOptions<Key extends ExecutionKey> {
  runDirectory: string;
  configuration: Configuration;
  /** The executions that there should be, in the order in which they are wanted. */
  keys: readonly Key[];
  /** Scenarios whose records are passed over. */
  leftOut?: ReadonlySet<string> | undefined;
  /** What to do about records of other executions, and second ones of the same. */
  others: "refuse" | "pass over";
}

/**
 * Calls `each` with every execution of one configuration and its records. Files of a stage that is done stand in the order of the matrix:
 * they are read side by side, and one record of each is in memory. One in another order is read whole before the first.
 * @throws UserError `run-directory`, at the end, for damaged records, and for repeated or unexpected ones where they are refused
 */
export async function joinRecords<Key extends ExecutionKey>(
  options: JoinOptions<Key>,
  each: (key: Key, records: JoinedRecords) => void | Promise<void>,
): Promise<void> {
  const expected = new Map(options.keys.map((key, place) => [executionName(key), place]));
  const parts = await Promise.all(JOINED.map((part) => PartReader.open(part, { ...options, expected })));
  try {
    for (const [place, key] of options.keys.entries()) {
      const found = await Promise.all(parts.map(async (part) => [part.part, await part.take(place)]));
      await each(key, Object.fromEntries(found) as JoinedRecords);
    }
    for (const part of parts) await part.end();
  } finally {
    await Promise.allSettled(parts.map((part) => part.close()));
  }
}

interface ReaderOptions extends JoinOptions<ExecutionKey> {
  /** Place of each execution by its name. */
  expected: ReadonlyMap<string, number>;
}

class PartReader {
  readonly part: (typeof JOINED)[number];
  readonly #records: AsyncGenerator<ExecutionKey>;
  readonly #options: ReaderOptions;
  readonly #inOrder: boolean;
  readonly #waiting = new Map<number, ExecutionKey>();
  readonly #seen: Uint8Array;
  readonly #problems: string[] = [];
  #last = -1;
  #ended = false;

  static async open(part: PartReader["part"], options: ReaderOptions): Promise<PartReader> {
    const inOrder = await keysInOrder(recordPath({ ...options, part }), options);
    return new PartReader(part, { ...options, inOrder });
  }

  private constructor(part: PartReader["part"], { inOrder, ...options }: ReaderOptions & { inOrder: boolean }) {
    const { runDirectory, configuration, expected } = options;
    this.part = part;
    this.#options = options;
    this.#inOrder = inOrder;
    this.#records = streamRecords({ runDirectory, part, configuration });
    this.#seen = new Uint8Array(expected.size);
  }

  /** The record of the execution at this place; null where there is none. */
  async take(place: number): Promise<ExecutionKey | null> {
    const until = this.#inOrder ? place : Number.POSITIVE_INFINITY;
    while (this.#last < until && !this.#ended) await this.#readOne();
    const record = this.#waiting.get(place) ?? null;
    this.#waiting.delete(place);
    return record;
  }

  /** @throws UserError for what stands there and should not */
  async end(): Promise<void> {
    while (!this.#ended) await this.#readOne();
    if (this.#problems.length === 0 || this.#options.others === "pass over") return;
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
      this.#seen[place] = 1;
      this.#waiting.set(place, record);
      this.#last = Math.max(this.#last, place);
    }
  }
}
