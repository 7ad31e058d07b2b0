import { setImmediate } from "node:timers/promises";
import type pg from "pg";
import { grouped } from "../../base/grouped.ts";
import { isState, type LoggedEvent } from "../event-log.ts";
import { CHANNEL, EVENTS_TOPIC } from "./topics.ts";

interface OfRun {
  run: string;
}

/**
 * Events of runs, as services that share a state tell them one another. As the state's owner, for all people's runs at once: what comes
 * while a statement is under way goes with the next one, so that the number of statements does not grow with that of runs.
 */
export class SharedEvents {
  /** A state among them replaces those before it. Who follows the run in other processes is told. */
  readonly write: (asked: OfRun & { events: readonly LoggedEvent[] }) => Promise<void>;
  /** Those after an event. */
  readonly read: (asked: OfRun & { after: number }) => Promise<LoggedEvent[]>;

  constructor(pool: pg.Pool) {
    this.write = together(async (asked) => {
      const kept = asked.flatMap(({ run, events }) => newestState(events).map((event) => ({ run, ...event })));
      await pool.query(WRITE, [
        ...[kept.map(({ run }) => run), kept.map(({ id }) => id), kept.map(({ name }) => name)],
        ...[kept.map(({ namespace }) => JSON.stringify(namespace)), kept.map(({ data }) => data)],
        ...[CHANNEL, EVENTS_TOPIC],
      ]);
      return asked.map(() => undefined);
    });
    this.read = together(async (asked) => {
      const given = [asked.map(({ run }) => run), asked.map(({ after }) => after)];
      const { rows } = await pool.query<LoggedEvent & OfRun>(READ, given);
      const byRun = grouped(rows, ({ run }) => run);
      return asked.map(({ run, after }) =>
        (byRun.get(run) ?? []).flatMap(({ run: _, ...event }) => (event.id > after ? [event] : [])),
      );
    });
  }
}

function newestState(events: readonly LoggedEvent[]): LoggedEvent[] {
  const state = events.findLast(isState)?.id ?? 0;
  return events.filter((event) => event.id >= state || !isState(event));
}

/** A run that was deleted meanwhile has no events. */
const WRITE = `
WITH told AS (SELECT e.* FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[]) AS e(run, number, name, namespace, data)
JOIN assistant.run r ON r.id = e.run),
superfluous AS (DELETE FROM assistant.event e USING (SELECT run, max(number) AS number FROM told WHERE name = 'values' AND namespace = '[]' GROUP BY run) state
WHERE e.run = state.run AND e.number < state.number AND e.name = 'values' AND e.namespace = '{}'),
written AS (INSERT INTO assistant.event (run, number, name, namespace, data)
SELECT run, number, name, ARRAY(SELECT jsonb_array_elements_text(namespace::jsonb)), data FROM told
ON CONFLICT DO NOTHING)
SELECT pg_notify($6, $7 || run) FROM (SELECT DISTINCT run FROM told) runs`;

const READ = `
SELECT e.run, e.number AS id, e.name, e.namespace, e.data
FROM (SELECT run, min(number) AS number FROM unnest($1::uuid[], $2::int[]) AS a(run, number) GROUP BY run) asked
JOIN assistant.event e ON e.run = asked.run AND e.number > asked.number ORDER BY e.run, e.number`;

interface Waiting<Asked, Given> {
  asked: Asked;
  given(value: Given): void;
  failed(error: unknown): void;
}

/** What is asked for while one is at work goes with the next. Where several fail, each is tried alone: one fault is not all's. */
function together<Asked, Given>(work: (asked: Asked[]) => Promise<Given[]>): (asked: Asked) => Promise<Given> {
  let waiting: Waiting<Asked, Given>[] = [];
  let busy = false;
  const attempt = async (all: readonly Waiting<Asked, Given>[]): Promise<void> => {
    try {
      const given = await work(all.map(({ asked }) => asked));
      for (const [index, each] of all.entries()) each.given(given[index]!);
    } catch (error) {
      if (all.length === 1) all[0]!.failed(error);
      else for (const each of all) await attempt([each]);
    }
  };
  const go = async (): Promise<void> => {
    busy = true;
    while (waiting.length > 0) {
      await setImmediate();
      const all = waiting;
      waiting = [];
      await attempt(all);
    }
    busy = false;
  };
  return (asked) =>
    new Promise((given, failed) => {
      waiting.push({ asked, given, failed });
      if (!busy) void go();
    });
}
