import type { Budget } from "../access/rate-limit.ts";
import type { RunSpending } from "../access/spending.ts";
import type { ScopedSql } from "./scoped-sql.ts";

interface Caps {
  /** Of a thread. */
  session: Budget;
  /** Of a person, in 24 hours. */
  perDay: Budget;
}

/** What runs took. What is bounded is reserved before it is taken (`schema/008-reservations.sql`). */
export class SpendingStore {
  readonly #sql: ScopedSql;

  constructor(sql: ScopedSql) {
    this.#sql = sql;
  }

  async set(run: string, { modelCalls, toolCalls, tokens, costUsd }: RunSpending): Promise<void> {
    const sql = "UPDATE assistant.run SET model_calls = $2, tool_calls = $3, tokens = $4, cost_usd = $5 WHERE id = $1";
    await this.#sql.rows(sql, [run, modelCalls, toolCalls, tokens, costUsd]);
  }

  /** False where the run's author or thread has nothing left of what it wants. */
  async reserve(run: string, wanted: RunSpending, { session, perDay }: Caps): Promise<boolean> {
    const sql =
      "SELECT assistant.reserve($1, $2::double precision[], $3::double precision[], $4::double precision[]) AS granted";
    const values = [run, asArray(wanted), capsOn(wanted, perDay), capsOn(wanted, session)];
    return (await this.#sql.first<{ granted: boolean }>(sql, values))?.granted === true;
  }

  /** One that belongs to no run. */
  async reserveLookUp(perDay: Budget): Promise<boolean> {
    const sql = "SELECT assistant.reserve_look_up($1, $2::double precision[]) AS granted";
    const values = [this.#sql.principal.name, [null, perDay.toolCalls, null, null]];
    return (await this.#sql.first<{ granted: boolean }>(sql, values))?.granted === true;
  }

  async settle(run: string, reserved: RunSpending, taken: RunSpending): Promise<void> {
    const sql = `UPDATE assistant.run SET model_calls = model_calls + $2, tokens = tokens + $3, cost_usd = cost_usd + $4,
reserved_tokens = reserved_tokens - $5, reserved_usd = reserved_usd - $6 WHERE id = $1`;
    const calls = taken.modelCalls - reserved.modelCalls;
    await this.#sql.rows(sql, [run, calls, taken.tokens, taken.costUsd, reserved.tokens, reserved.costUsd ?? 0]);
  }

  /** On a thread, by runs that were deleted, too. */
  on(threadId: string): Promise<RunSpending> {
    return this.#sum("thread_id = $1", threadId);
  }

  /** In the last 24 hours, on threads that were deleted, too. */
  by(author: string): Promise<RunSpending> {
    return this.#sum("author = $1 AND created_at > now() - interval '24 hours'", author);
  }

  async #sum(where: string, value: string): Promise<RunSpending> {
    const sql = `SELECT coalesce(sum(model_calls), 0)::int AS "modelCalls", coalesce(sum(tool_calls), 0)::int AS "toolCalls",
coalesce(sum(tokens), 0)::float8 AS tokens, CASE WHEN count(*) = count(cost_usd) THEN coalesce(sum(cost_usd), 0) END AS "costUsd"
FROM assistant.spending WHERE ${where}`;
    return (await this.#sql.first<RunSpending>(sql, [value]))!;
  }
}

function asArray({ modelCalls, toolCalls, tokens, costUsd }: RunSpending): (number | null)[] {
  return [modelCalls, toolCalls, tokens, costUsd];
}

/** A tool call asks no model: of what it does not take, there may be nothing left. */
function capsOn({ modelCalls }: RunSpending, { toolCalls, ...others }: Budget): (number | null)[] {
  if (modelCalls === 0) return [null, toolCalls, null, null];
  return [others.modelCalls, toolCalls, others.tokens, others.costUsd];
}
