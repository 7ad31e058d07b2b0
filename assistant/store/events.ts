import { isState, type LoggedEvent } from "../protocol/event-log.ts";
import { CHANNEL, eventsOf } from "../protocol/topics.ts";
import type { ScopedSql } from "./scoped-sql.ts";

/** Events of runs in the database, for processes that do not make them. */
export class Events {
  readonly #sql: ScopedSql;

  constructor(sql: ScopedSql) {
    this.#sql = sql;
  }

  /** A state that is among them replaces those before it. Who follows the run in other processes is told. */
  async write(run: string, events: readonly LoggedEvent[]): Promise<void> {
    const state = events.findLast(isState)?.id ?? 0;
    const kept = events.filter((event) => event.id >= state || !isState(event));
    const values = [
      ...[run, state, kept.map(({ id }) => id), kept.map(({ name }) => name)],
      ...[kept.map(({ namespace }) => JSON.stringify(namespace)), kept.map(({ data }) => data)],
      ...[CHANNEL, eventsOf(run)],
    ];
    await this.#sql.rows(WRITE, values, "write-events");
  }

  async after(run: string, lastId: number): Promise<LoggedEvent[]> {
    const sql = `SELECT number AS id, name, namespace, data FROM assistant.event WHERE run = $1 AND number > $2 ORDER BY number`;
    return this.#sql.rows(sql, [run, lastId], "read-events");
  }
}

const WRITE = `
WITH superfluous AS (DELETE FROM assistant.event WHERE run = $1 AND number < $2 AND name = 'values' AND namespace = '{}'),
written AS (INSERT INTO assistant.event (run, number, name, namespace, data)
SELECT $1, number, name, ARRAY(SELECT jsonb_array_elements_text(namespace::jsonb)), data
FROM unnest($3::int[], $4::text[], $5::text[], $6::text[]) AS e(number, name, namespace, data)
ON CONFLICT DO NOTHING)
SELECT pg_notify($7, $8)`;
