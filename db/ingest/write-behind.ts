import type { SqlPort } from "../ports/ports.ts";

/** Over one session: see `writeBehind`. */
export interface BehindSql extends SqlPort {
  /** Waits for what is being written. @throws what it failed with */
  settle(): Promise<void>;
}

/** Statements that may wait: some take the database long, others take long to make. Each holds up to two million characters. */
const MOST_WAITING = 3;

/**
 * A port whose statements with `behind` go on while the next rows are computed, one at a time and in order: whatever is asked next
 * waits for them, and rethrows the first failure. No further write is started after that.
 */
export function writeBehind(sql: SqlPort): BehindSql {
  let writing: Promise<unknown> = Promise.resolve();
  const waiting: Promise<unknown>[] = [];
  const settle = async (): Promise<void> => void (await writing);
  return {
    backEnd: sql.backEnd,
    async query(text, parameters, options) {
      if (!options?.behind) {
        await settle();
        return sql.query(text, parameters, options);
      }
      if (waiting.length === MOST_WAITING) await waiting.shift();
      writing = writing.then(() => sql.query(text, parameters, options));
      writing.catch(() => undefined);
      waiting.push(writing);
      return { rows: [], fields: [] };
    },
    async execute(text) {
      await settle();
      await sql.execute(text);
    },
    settle,
    close: () => sql.close(),
  };
}
