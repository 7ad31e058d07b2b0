import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { hashOf } from "../../base/hash.ts";
import { ageGraph } from "../graph/age.ts";
import type { QueryOptions, QueryResult, Row, SqlPort } from "../ports/ports.ts";
import type { OpenSnapshot } from "./store.ts";

/**
 * An embedded snapshot, which never changes, with its answers kept for who asks the same again. A tool's time then says
 * whether somebody asked before, so it is for agents whose times say nothing (design/substrate.md).
 */
export function remembering({ sql, close }: OpenSnapshot): OpenSnapshot {
  const asked = rememberingSql(sql);
  return { sql: asked, graph: ageGraph(asked), close };
}

/** Bytes of answers that are kept. Past them nothing is added: who asks a whole set in turn would push out what comes next. */
const MOST_BYTES = 32 * 2 ** 20;
/** Rows of the largest answer that is kept: what reads whole tables asks once. */
const MOST_ROWS = 1000;

/** Answers are kept as bytes: each asker gets a copy of its own, and V8's heap does not grow by them. Failures are not kept. */
export function rememberingSql(sql: SqlPort, mostBytes = MOST_BYTES): SqlPort {
  const kept = new Map<string, Buffer>();
  let total = 0;
  const keep = (question: string, answer: QueryResult): void => {
    if (answer.rows.length > MOST_ROWS || kept.has(question)) return;
    // Texts take a fifth of their room so, for a tenth of a millisecond.
    const bytes = deflateRawSync(serialize(answer), { level: 1 });
    if (total + bytes.byteLength > mostBytes) return;
    total += bytes.byteLength;
    // What zlib gives holds a whole piece of its room.
    kept.set(question, Buffer.from(bytes));
  };
  return {
    backEnd: sql.backEnd,
    async query<T extends Row>(statement: string, parameters: readonly unknown[] = [], options: QueryOptions = {}) {
      const question = hashOf([statement, parameters, options.role ?? null]);
      const known = kept.get(question);
      if (known) return deserialize(inflateRawSync(known)) as QueryResult<T>;
      const answer = await sql.query<T>(statement, parameters, options);
      if (!mayReadClock(statement)) keep(question, answer);
      return answer;
    },
    execute: (statements) => sql.execute(statements),
    close: () => sql.close(),
  };
}

/** By a function, or by a date that is given as a word. One too many is asked again, no more. */
function mayReadClock(statement: string): boolean {
  return /\b(now|today|tomorrow|yesterday)\b|\bage\s*\(|current_(date|time)|localtime|timestamp/i.test(statement);
}
