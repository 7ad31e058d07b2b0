import { existsSync } from "node:fs";
import { countOf } from "../../base/counts.ts";
import { UserError } from "../../base/user-error.ts";
import { FAMILIES } from "../../scenarios/schema.ts";
import { readScenarioSet } from "../../scenarios/set-file.ts";
import { oneOf } from "../compare/run.ts";
import { configurationsOf } from "../config/matrix.ts";
import { executionName } from "../domain/names.ts";
import type { ExecutionRecord, Extraction, Verdict } from "../domain/records.ts";
import type { OpenedRun } from "../run-directory/open-run.ts";
import { runPath } from "../run-directory/paths.ts";
import { readRecords } from "../run-directory/records.ts";
import { scoresByName } from "../run-directory/scores.ts";
import { type Colours, coloursOf } from "../terminal/colours.ts";
import { type Io, roomOf } from "../terminal/io.ts";
import { jsonText } from "../terminal/json-text.ts";
import { ratio, table } from "../terminal/text.ts";

const SORTS = ["name", "score", "ndcg", "time"] as const;

export interface ListFlags {
  failed?: boolean;
  sort?: string;
  grep?: string;
  family?: string;
}

/** An execution with what was made of it; the members of `--json`. */
export interface ListedExecution extends ExecutionRecord {
  family: string | null;
  /** The functional verdict; null before it is scored, and where it is unscored. */
  functional: "pass" | "fail" | null;
  /** The judge's: `pass`, `fail`, or why there is neither; null before it is judged. */
  verdict: string | null;
  /** The judge's, 0 to 1. */
  score: number | null;
  "ndcg@10": number | null;
}

/** The executions with their verdicts and scores, as far as there are any, of those that the flags ask for. */
export async function listExecutions(
  run: OpenedRun,
  records: readonly ExecutionRecord[],
  flags: ListFlags,
): Promise<ListedExecution[]> {
  const sort = flags.sort === undefined ? "name" : oneOf("--sort", flags.sort, SORTS);
  const family = flags.family === undefined ? undefined : oneOf("--family", flags.family, FAMILIES);
  const facts = await readFacts(run, flags.grep !== undefined);
  const found = records
    .map((record) => ({ record, listed: listed(record, facts) }))
    .filter(({ listed }) => family === undefined || listed.family === family)
    .filter(({ listed }) => !flags.failed || (listed.functional ?? listed.verdict) !== "pass")
    .filter(({ record }) => flags.grep === undefined || textsOf(record, facts).includes(flags.grep.toLowerCase()))
    .map(({ listed }) => listed);
  return sort === "name" ? found : found.sort((a, b) => rank(a, sort) - rank(b, sort));
}

interface Facts {
  scenarios: ReadonlyMap<string, { family: string; turns: readonly string[] }>;
  verdicts: ReadonlyMap<string, Verdict>;
  extractions: ReadonlyMap<string, Extraction>;
  score(name: string, metric: string): number | null;
}

/** Extractions are large: read only to be searched. */
async function readFacts({ runDirectory, config }: OpenedRun, withAnswers: boolean): Promise<Facts> {
  const read = async <P extends "verdicts" | "extractions">(part: P) => {
    const files = configurationsOf(config).map((configuration) => readRecords({ runDirectory, part, configuration }));
    return new Map((await Promise.all(files)).flat().map((record) => [executionName(record), record]));
  };
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const isScored = existsSync(runPath(runDirectory, "scores"));
  const scores = isScored ? await scoresByName(runDirectory) : new Map<string, never>();
  return {
    scenarios: new Map(scenarios.map((scenario) => [scenario.id, scenario])),
    verdicts: (await read("verdicts")) as Map<string, Verdict>,
    extractions: withAnswers ? ((await read("extractions")) as Map<string, Extraction>) : new Map(),
    score: (name, metric) => scores.get(name)?.scores[metric]?.value ?? null,
  };
}

function listed(record: ExecutionRecord, { scenarios, verdicts, score }: Facts): ListedExecution {
  const name = executionName(record);
  const verdict = verdicts.get(name);
  const functional = score(name, "functional_pass");
  return {
    ...record,
    family: scenarios.get(record.scenario_id)?.family ?? null,
    functional: functional === null ? null : functional === 1 ? "pass" : "fail",
    verdict: verdict?.judgement?.status ?? verdict?.type ?? null,
    score: verdict?.judgement?.overall_score ?? null,
    "ndcg@10": score(name, "ndcg@10"),
  };
}

/** Question, answer and error, to be searched. */
function textsOf(record: ExecutionRecord, { scenarios, extractions }: Facts): string {
  const turns = scenarios.get(record.scenario_id)?.turns ?? [];
  const answer = extractions.get(executionName(record))?.final_text ?? "";
  return [...turns, answer, record.error?.message ?? ""].join("\n").toLowerCase();
}

/** The worst first; what has no number after it. */
function rank(execution: ListedExecution, sort: (typeof SORTS)[number]): number {
  if (sort === "time") return -execution.duration_ms;
  return (sort === "score" ? execution.score : execution["ndcg@10"]) ?? 2;
}

export function printList(
  executions: readonly ListedExecution[],
  { io, json, asked }: { io: Io; json: boolean; asked: boolean },
): void {
  if (json) {
    io.out(jsonText(executions, {}));
    return;
  }
  if (executions.length === 0) throw new UserError("input", "no execution is left by these flags");
  const right = (title: string) => ({ title, align: "right" as const });
  const titles = [
    { title: "execution" },
    { title: "outcome" },
    { title: "passes" },
    { title: "judge" },
    right("score"),
    right("ndcg"),
    right("time"),
  ];
  const colours = coloursOf(io);
  const rows = executions.map((execution) => cellsOf(execution, colours));
  io.out(table(titles, rows, roomOf(io)));
  if (asked) io.error(`\n${countOf(executions.length, "execution")}; give more of the name to read one`);
}

function cellsOf(execution: ListedExecution, { green, red, yellow }: Colours): string[] {
  const { outcome, functional, verdict, score, duration_ms } = execution;
  const marks: Record<string, string> = { pass: green("✓ pass"), fail: red("✗ fail") };
  return [
    executionName(execution),
    outcome === "success" ? outcome : red(outcome),
    ...[functional, verdict].map((one) => (one === null ? "-" : (marks[one] ?? yellow(one)))),
    ratio(score),
    ratio(execution["ndcg@10"]),
    `${(duration_ms / 1000).toFixed(2)} s`,
  ];
}
