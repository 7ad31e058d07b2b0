import { join } from "node:path";
import { count, shortCount } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { type JudgeSpending, judgeSpending } from "../../dag/ceilings/judge-spending.ts";
import { type RunState, runStateOf } from "../../dag/progress/run-state.ts";
import { type Colours, coloursOf } from "../../print/colours.ts";
import { percent } from "../../print/format.ts";
import { completed, type Io, roomOf } from "../../print/io.ts";
import { hang, printable, right, table } from "../../print/text.ts";
import { configurationsOf, countExecutions, modelNames } from "../../record/config/matrix.ts";
import { listRuns } from "../../record/run-directory/find.ts";
import { readRun } from "../../record/run-directory/open-run.ts";
import { readResult } from "../../results/analyses/read-result.ts";
import { type Summary, summary } from "../../results/analyses/summary.ts";
import { takenBy } from "../start/taken.ts";
import { countOutcomes } from "./count-outcomes.ts";

/** One line of `scopebench runs`; the members of `--json`. */
export interface RunRow {
  run: string;
  created_at: string | null;
  corpus: string | null;
  models: string[];
  configurations: number | null;
  scenarios: number | null;
  executions: number | null;
  expected: number | null;
  /** Share of the executions that pass by the functional verdict; null before it is scored. */
  functional_pass: number | null;
  /** The judge's pass rate. */
  pass: number | null;
  /** Of systems and judges, in and out; null before it is scored. */
  tokens: number | null;
  /** Whether some system or judge did not tell its tokens: there are more. */
  tokens_unreported: boolean;
  /** US dollars for systems and judges; null when a price is unknown, or it is not scored. */
  cost: number | null;
  state: RunState | "unreadable";
  /** Why it cannot be read. */
  problem?: string;
}

/** The runs of a folder, oldest first. */
export async function runRows(folder: string): Promise<RunRow[]> {
  const rows: RunRow[] = [];
  for (const name of await listRuns(folder)) rows.push(await rowOf(join(folder, name), name));
  return rows;
}

/** A run as a line of the list, also one that cannot be read. */
export async function rowOf(runDirectory: string, run: string): Promise<RunRow> {
  try {
    return await readableRow(runDirectory, run);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...UNREADABLE, run, problem: error.message };
  }
}

const UNSCORED = { functional_pass: null, pass: null, tokens: null, tokens_unreported: false, cost: null };

const UNREADABLE = {
  ...{ created_at: null, corpus: null, models: [], configurations: null, scenarios: null },
  ...{ executions: null, expected: null, state: "unreadable" as const },
  ...UNSCORED,
};

async function readableRow(runDirectory: string, run: string): Promise<RunRow> {
  const { config, manifest } = await readRun(runDirectory);
  const configurations = configurationsOf(config).length;
  const scenarios = manifest.scenarios?.count ?? null;
  const outcomes = Object.values(await countOutcomes(runDirectory, config));
  const scored = manifest.stages.score?.status === "complete" ? await readResult(runDirectory, summary) : null;
  const result = scored ? scoredPart(scored, await judgeSpending(runDirectory, config)) : UNSCORED;
  return {
    run,
    created_at: manifest.created_at,
    corpus: manifest.substrate?.mapping.name ?? null,
    models: modelNames(config),
    configurations,
    scenarios,
    executions: outcomes.reduce((sum, n) => sum + n, 0),
    expected: scenarios === null ? null : countExecutions(config, scenarios),
    ...result,
    state: await runStateOf(runDirectory, manifest),
  };
}

/** What a line says of a run that is scored. */
export function scoredPart(scored: Summary, judges: JudgeSpending): Pick<RunRow, keyof typeof UNSCORED> {
  const { tokens, unreported, cost } = takenBy(scored, judges);
  const { functional_pass, pass } = scored.overall;
  return {
    ...{ functional_pass: functional_pass?.mean ?? null, pass: pass?.mean ?? null },
    ...{ tokens, tokens_unreported: unreported, cost },
  };
}

export function printRuns(rows: readonly RunRow[], { folder, io }: { folder: string; io: Io }): void {
  if (rows.length === 0) {
    io.out(completed(io, `no runs in ${folder}; scopebench run makes one`));
    return;
  }
  const titles = [
    { title: "run" },
    { title: "state" },
    right("n"),
    right("pass"),
    right("judge"),
    right("tokens"),
    right("cost"),
    { title: "of", cut: "end" as const, least: 4 },
  ];
  const colours = coloursOf(io);
  io.out(
    table(
      titles,
      rows.map((row) => cellsOf(row, colours)),
      roomOf(io),
    ),
  );
  for (const { run, problem } of rows)
    if (problem !== undefined) io.out(hang(run, printable(problem, { singleLine: true }), roomOf(io)));
}

function cellsOf(row: RunRow, colours: Colours): string[] {
  const { executions, expected, functional_pass, pass, state } = row;
  const done = executions === null ? "-" : count(executions);
  return [
    row.run,
    painted(state, colours),
    expected === null || executions === expected ? done : `${done}/${count(expected)}`,
    shareOf(functional_pass),
    shareOf(pass),
    tokensOf(row),
    costOf(row),
    row.problem === undefined ? printable(whatOf(row), { singleLine: true }) : "see below",
  ];
}

/** `12.3 M`; `12.3 M +` where there are more that nobody told. */
function tokensOf({ tokens, tokens_unreported }: RunRow): string {
  if (tokens === null) return "-";
  if (tokens === 0 && tokens_unreported) return "unknown";
  return `${shortCount(tokens)}${tokens_unreported ? " +" : ""}`;
}

/** A dash before it is scored. */
function costOf({ tokens, cost }: RunRow): string {
  if (cost !== null) return `$${cost.toFixed(2)}`;
  return tokens === null ? "-" : "unknown";
}

function shareOf(value: number | null): string {
  return value === null ? "-" : percent(value);
}

function painted(state: RunRow["state"], { green, yellow, red, cyan }: Colours): string {
  if (state === "complete") return green(state);
  if (state === "running") return cyan(state);
  return state === "failed" || state === "unreadable" ? red(state) : yellow(state);
}

function whatOf({ corpus, models, configurations, scenarios }: RunRow): string {
  return `${models.join(", ")}; ${configurations} × ${scenarios ?? "?"}${corpus === null ? "" : `; ${corpus}`}`;
}
