import type { QueryAnswer } from "../../../duckdb/answer.ts";
import type { Engine } from "../../../duckdb/engine.ts";

/** Rows fetched of an answer; what is beyond is neither shown nor exported. */
const MOST_ROWS = 50_000;

/** The page's one DuckDB: started by the first query, and again by the next after one that could only be ended by force. */
export class RunningEngine {
  #engine: Promise<Engine> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #cancelled = false;

  get isStarted(): boolean {
    return this.#engine !== null;
  }

  /** Runs one query after the other. */
  query(sql: string): Promise<QueryAnswer> {
    const answer = this.#last.then(async () => {
      this.#cancelled = false;
      const engine = await this.#start();
      if (this.#cancelled) throw new Error("cancelled");
      return engine.query(sql, MOST_ROWS);
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the query that is running, or that waits for DuckDB to start. */
  async cancel(): Promise<void> {
    this.#cancelled = true;
    const engine = await this.#engine;
    if (engine && !(await engine.cancel())) this.#engine = null;
  }

  #start(): Promise<Engine> {
    this.#engine ??= startEngine().catch((error: unknown) => {
      this.#engine = null;
      throw error;
    });
    return this.#engine;
  }
}

async function startEngine(): Promise<Engine> {
  // Bundled apart (`harness/show/report/query-engine.ts`): an installed package has no DuckDB to bundle.
  const module: typeof import("../../../duckdb/engine.ts") = await import(
    new URL("./duckdb/engine.js", document.baseURI).href
  );
  return module.Engine.start();
}
