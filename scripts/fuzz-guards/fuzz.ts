import { GUARD_CODES } from "../../agent/guards/refusal.ts";
import { makeRandom } from "../../base/random.ts";
import type { SqlPort, Substrate } from "../../db/ports/ports.ts";
import { type CallOracle, callOracle } from "./calls.ts";
import { CANARY, plantCanaries } from "./canaries.ts";
import { makeCypherStatements } from "./cypher-statements.ts";
import { catalogNames, FAMILY_TURNS, familyStatement } from "./families.ts";
import { makeSqlStatements } from "./sql-statements.ts";
import { stateOf } from "./state.ts";
import { readStatements } from "./statements.ts";
import { type Language, runTool, type StatementOutcome } from "./telecom.ts";

export interface FuzzOptions {
  seed: number;
  /** Mutated statements of each language, and statements of the families (families.ts), which take turns. */
  counts: Readonly<Record<Language | "families", number>>;
  /** One session of a superuser on the same database, which says what an accepted statement calls. */
  analyst: SqlPort;
  timeoutMs: number;
  /** The database is compared after every so many statements. */
  checkEvery: number;
  onProgress?: (done: number) => void;
}

export interface FuzzReport {
  statements: number;
  refused: number;
  accepted: number;
  succeeded: number;
  truncated: number;
  /** Errors of accepted statements, and refusals, by code. */
  byCode: Record<string, number>;
  /** By family: refused by the guard, run to a result, failed in the database, and, of the last two, found harmless by its own analysis. */
  families: Record<string, { refused: number; ran: number; failed: number; analysed: number }>;
  /** Accepted statements that call or read what none may, and that. */
  disguises: string[];
  /** Advisory locks and statements of others that were still there at a check. */
  lingering: string[];
  /** Accepted statements that the role stopped: what the parser should have refused. */
  stoppedByRole: string[];
  writes: string[];
  leaks: string[];
  /** Statements that took more than a second over the limit. */
  late: string[];
  /** Faults of the tool itself. */
  crashes: string[];
  /** Statements that broke the embedded database or its worker, which was then replaced. */
  replaced: string[];
  /** Milliseconds over the limit of those that were ended by it: [median, most]. */
  overshootMs: [number, number] | null;
}

/** Runs random statements as the agent's tools would, on a substrate that nobody else uses, and watches what they do. */
export async function fuzzGuards(substrate: Substrate, options: FuzzOptions): Promise<FuzzReport> {
  await plantCanaries(substrate.sql);
  const oracle = await callOracle(options.analyst);
  const names = await catalogNames(substrate.sql);
  const watch = new Watch({ substrate, options, oracle, state: await stateOf(substrate.sql) });
  const makers = { sql: await makeSqlStatements(seedsOf("sql")), cypher: makeCypherStatements(seedsOf("cypher")) };
  for (const language of ["sql", "cypher"] as const) {
    const random = makeRandom("fuzz-guards", language, options.seed);
    for (let at = 0; at < options.counts[language]; at++)
      await watch.run({ family: language, language, query: makers[language](random) });
  }
  const random = makeRandom("fuzz-guards", "families", options.seed);
  for (let at = 0; at < options.counts.families; at++) {
    const family = FAMILY_TURNS[at % FAMILY_TURNS.length]!;
    await watch.run({ family, language: "sql", query: familyStatement(family, { random, names }) });
  }
  return watch.finish();
}

/** Legitimate statements come twice: most of what a guard sees is nearly right. */
function seedsOf(language: Language): string[] {
  return ["legitimate", "legitimate", "hostile"].flatMap((kind) =>
    readStatements(`${kind}-${language}.txt`).map(({ text }) => text),
  );
}

/** What a WebAssembly module that failed, or its thread, says instead of PostgreSQL. */
const BROKEN = /worker ended|unreachable|out of bounds|RuntimeError|Aborted|call stack|table index|null function/;

interface Watched {
  substrate: Substrate;
  options: FuzzOptions;
  oracle: CallOracle;
  state: string;
}

const SHORTEST: Readonly<Record<Language, string>> = { sql: "SELECT 1", cypher: "RETURN 1 AS one" };

/** Runs statements and writes down what they did. */
class Watch {
  readonly #substrate: Substrate;
  readonly #options: FuzzOptions;
  readonly #oracle: CallOracle;
  #state: string;
  #unchecked: string[] = [];
  readonly #overshoots: number[] = [];
  readonly report: FuzzReport = {
    statements: 0,
    refused: 0,
    accepted: 0,
    succeeded: 0,
    truncated: 0,
    byCode: {},
    families: {},
    disguises: [],
    lingering: [],
    stoppedByRole: [],
    writes: [],
    leaks: [],
    late: [],
    crashes: [],
    replaced: [],
    overshootMs: null,
  };

  constructor({ substrate, options, oracle, state }: Watched) {
    this.#substrate = substrate;
    this.#options = options;
    this.#oracle = oracle;
    this.#state = state;
  }

  async run({ family, language, query }: { family: string; language: Language; query: string }): Promise<void> {
    const outcome = await runTool(this.#substrate, language, { query, timeoutMs: this.#options.timeoutMs });
    this.#count(outcome, query);
    await this.#countFamily(outcome, { family, language, query });
    // The next statement's clock must not hold the reopening of the database.
    if (outcome.error?.code === "timeout") await runTool(this.#substrate, language, { query: SHORTEST[language] });
    this.#unchecked.push(query);
    if (this.#unchecked.length >= this.#options.checkEvery) await this.#check();
    this.#options.onProgress?.(this.report.statements);
  }

  async finish(): Promise<FuzzReport> {
    await this.#check();
    const sorted = this.#overshoots.sort((a, b) => a - b);
    if (sorted.length > 0)
      this.report.overshootMs = [Math.round(sorted[Math.floor(sorted.length / 2)]!), Math.round(sorted.at(-1)!)];
    return this.report;
  }

  #count({ error, rows, truncated, durationMs }: StatementOutcome, query: string): void {
    const { report } = this;
    report.statements++;
    if (error) report.byCode[error.code] = (report.byCode[error.code] ?? 0) + 1;
    if (isRefusal(error)) {
      report.refused++;
      return;
    }
    report.accepted++;
    if (!error) report.succeeded++;
    if (truncated) report.truncated++;
    const over = durationMs - this.#options.timeoutMs;
    if (error?.code === "timeout") this.#overshoots.push(over);
    if (over > 1000) report.late.push(query);
    if (error?.code === "internal") report.crashes.push(`${error.message}: ${query}`);
    if (BROKEN.test(error?.message ?? "")) report.replaced.push(`${error?.message}: ${query}`);
    if (/permission denied|read-only transaction/.test(error?.message ?? "")) report.stoppedByRole.push(query);
    if (`${JSON.stringify(rows)}${error?.message ?? ""}`.includes(CANARY)) report.leaks.push(query);
  }

  async #countFamily(
    { error }: StatementOutcome,
    { family, language, query }: { family: string; language: Language; query: string },
  ): Promise<void> {
    const counts = this.report.families[family] ?? { refused: 0, ran: 0, failed: 0, analysed: 0 };
    this.report.families[family] = counts;
    if (isRefusal(error)) {
      counts.refused++;
      return;
    }
    counts[error ? "failed" : "ran"]++;
    if (language !== "sql") return;
    const forbidden = await this.#oracle.forbidden(query.replace(/;[\s;]*$/, ""));
    if (forbidden) counts.analysed++;
    if (forbidden && forbidden.length > 0) this.report.disguises.push(`${forbidden.join(", ")}: ${query}`);
  }

  async #check(): Promise<void> {
    this.report.lingering.push(...(await lingering(this.#substrate.sql)));
    const state = await stateOf(this.#substrate.sql);
    if (state !== this.#state) this.report.writes.push(`one of: ${this.#unchecked.join("\n")}`);
    this.#state = state;
    this.#unchecked = [];
  }
}

function isRefusal(error: StatementOutcome["error"]): boolean {
  return error !== null && (GUARD_CODES as readonly string[]).includes(error.code);
}

/** What a statement may leave behind its transaction and its time. */
async function lingering(sql: SqlPort): Promise<string[]> {
  const { rows } = await sql.query<{ what: string }>(
    `SELECT 'advisory lock ' || objid AS what FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     UNION ALL SELECT 'running: ' || query FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY 1`,
  );
  return rows.map(({ what }) => what);
}
