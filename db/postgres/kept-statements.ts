import { type PGlite, protocol, types } from "@electric-sql/pglite";
import type { Row } from "../ports/ports.ts";

const { serialize } = protocol;

interface Answer {
  rows: Row[];
  fields: string[];
}

type Field = { name: string; dataTypeID: number };

interface Kept {
  name: string;
  parameterTypes: readonly number[];
  fields: readonly Field[];
}

/** Statements that are kept: the tools have some twenty, some of them with each limit that an agent names. */
const MOST = 60;

/**
 * Statements of one session, those with parameters parsed and planned once: to plan one of the tools' takes up to 5 ms, more than to run
 * it. For databases whose tables do not change, since a kept statement must give the columns that it gave. A statement goes to the
 * database in one piece, where PGlite sends six.
 */
export class KeptStatements {
  readonly #database: PGlite;
  /** By text, the one that was used last at the end. */
  readonly #kept = new Map<string, Kept>();
  #count = 0;

  constructor(database: PGlite) {
    this.#database = database;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    if (parameters.length === 0) {
      const unnamed = [serialize.parse({ text: sql }), serialize.bind({}), serialize.describe({ type: "P" })];
      return this.#answer(await this.#send(...unnamed, serialize.execute({})));
    }
    const kept = this.#kept.get(sql) ?? (await this.#prepare(sql));
    this.#kept.delete(sql);
    this.#kept.set(sql, kept);
    const values = parameters.map((value, at) => this.#serialized(value, kept.parameterTypes[at]));
    const messages = await this.#send(serialize.bind({ statement: kept.name, values }), serialize.execute({}));
    return this.#answer(messages, kept.fields);
  }

  /** After DEALLOCATE ALL. */
  forget(): void {
    this.#kept.clear();
  }

  async #prepare(sql: string): Promise<Kept> {
    const [oldest] = this.#kept;
    if (oldest && this.#kept.size >= MOST) {
      this.#kept.delete(oldest[0]);
      await this.#send(serialize.close({ type: "S", name: oldest[1].name }));
    }
    const name = `kept_${++this.#count}`;
    const messages = await this.#send(serialize.parse({ name, text: sql }), serialize.describe({ type: "S", name }));
    const parameters = told<{ dataTypeIDs: number[] }>(messages, "parameterDescription");
    return { name, parameterTypes: parameters?.dataTypeIDs ?? [], fields: fieldsOf(messages) };
  }

  #send(...messages: Uint8Array[]): Promise<Message[]> {
    return this.#database.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });
  }

  #serialized(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const own = type === undefined ? undefined : this.#database.serializers[type];
    return own ? own(value) : String(value);
  }

  #answer(messages: readonly Message[], fields = fieldsOf(messages)): Answer {
    const { parsers } = this.#database;
    const rows: Row[] = [];
    for (const message of messages) {
      if (message.name !== "dataRow") continue;
      const row: Row = {};
      for (const [at, text] of (message as Message & { fields: (string | null)[] }).fields.entries()) {
        const { name, dataTypeID } = fields[at]!;
        row[name] = types.parseType(text, dataTypeID, parsers);
      }
      rows.push(row);
    }
    return { rows, fields: fields.map(({ name }) => name) };
  }
}

type Message = Awaited<ReturnType<PGlite["execProtocolStream"]>>[number];

function told<T>(messages: readonly Message[], name: string): T | undefined {
  return messages.find((message) => message.name === name) as T | undefined;
}

function fieldsOf(messages: readonly Message[]): readonly Field[] {
  return told<{ fields: Field[] }>(messages, "rowDescription")?.fields ?? [];
}
