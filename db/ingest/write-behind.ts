import type { QueryResult, SqlPort } from "../ports.ts";

/** Over one session: see `writeBehind`. */
export interface BehindSql extends SqlPort {
  /** Waits for what is being written. @throws what it failed with */
  settle(): Promise<void>;
}

/**
 * A port whose statements with `behind` go on while the next rows are computed, one at a time and in order: whatever is asked next
 * waits for it, and throws what it failed with.
 */
export function writeBehind(sql: SqlPort): BehindSql {
  let writing: Promise<unknown> = Promise.resolve();
  const settle = async (): Promise<void> => void (await writing);
  return {
    backEnd: sql.backEnd,
    async query(text, parameters, options) {
      await settle();
      const result = sql.query(text, parameters, options);
      if (!options?.behind) return result as Promise<QueryResult<never>>;
      writing = result;
      result.catch(() => undefined);
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
