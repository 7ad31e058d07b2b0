import type { LoggedEvent } from "../event-log.ts";
import type { ScopedSql } from "./scoped-sql.ts";

/** Events of runs as they were written down for other processes (`processes/shared-events.ts`), as one person sees them. */
export class Events {
  readonly #sql: ScopedSql;

  constructor(sql: ScopedSql) {
    this.#sql = sql;
  }

  async after(run: string, lastId: number): Promise<LoggedEvent[]> {
    const sql = `SELECT number AS id, name, namespace, data FROM assistant.event WHERE run = $1 AND number > $2 ORDER BY number`;
    return this.#sql.rows(sql, [run, lastId]);
  }
}
