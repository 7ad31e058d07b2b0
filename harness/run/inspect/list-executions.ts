import { existsSync } from "node:fs";
import stringWidth from "string-width";
import { type FailureReason, failureReason } from "../../../agent/contract/failure-reasons.ts";
import { count, countOf } from "../../../base/counts.ts";
import { oneOf } from "../../../base/one-of.ts";
import { UserError } from "../../../base/user-error.ts";
import { FAMILIES } from "../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { type Colours, coloursOf } from "../../print/colours.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { ratio, right, table, wrap } from "../../print/text.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { endingOf } from "../../record/domain/ending.ts";
import { executionName } from "../../record/domain/names.ts";
import type { ExecutionRecord, Extraction, Verdict } from "../../record/domain/records.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { readRecords } from "../../record/run-directory/records.ts";
import { scoresByName } from "../../record/run-directory/scores.ts";

const SORTS = ["name", "score", "ndcg", "time", "worst"] as const;

/** A screenful: the rest is counted. */
const SHOWN = 20;

export interface ListFlags {
  failed?: boolean;
  all?: boolean;
  sort?: string;
  grep?: string;
  family?: string;
}

/** An execution with what was made of it; the members of `--json`. */
export interface ListedExecution extends ExecutionRecord {
  family: string | null;
  /** Why it failed; null where it did not. */
  failure: FailureReason | null;
  /** The functional verdict; null before it is scored, and where it is unscored. */
  functional: "pass" | "fail" | null;
  /** The judge's: `pass`, `fail`, or why there is neither; null before it is judged. */
  verdict: string | null;
  /** The judge's, 0 to 1. */
  score: number | null;
  "ndcg@10": number | null;
}

export interface Listing {
  executions: ListedExecution[];
  /** What `--failed` alone left out. */
  passing: number;
}

/** The executions with their verdicts and scores, as far as there are any, of those that the flags ask for. */
export async function listExecutions(
  run: OpenedRun,
  records: readonly ExecutionRecord[],
  flags: ListFlags,
): Promise<Listing> {
  const byDefault = flags.failed ? "worst" : "name";
  const sort = flags.sort === undefined ? byDefault : oneOf("--sort", flags.sort, SORTS);
  const family = flags.family === undefined ? undefined : oneOf("--family", flags.family, FAMILIES);
  const facts = await readFacts(run, flags.grep !== undefined);
  return listingOf(records, facts, { ...flags, sort, family });
}

/** The same of records and facts that are read. */
export function listingOf(
  records: readonly ExecutionRecord[],
  facts: ListedFacts,
  { failed, grep, family, sort }: Omit<ListFlags, "sort"> & { sort: (typeof SORTS)[number] },
): Listing {
  const found = records
    .map((record) => ({ record, listed: listed(record, facts) }))
    .filter(({ listed }) => family === undefined || listed.family === family)
    .filter(({ record }) => grep === undefined || textsOf(record, facts).includes(grep.toLowerCase()))
    .map(({ listed }) => listed);
  const executions = failed ? found.filter((execution) => !passes(execution)) : found;
  return { executions: sorted(executions, sort), passing: found.length - executions.length };
}

function passes({ functional, verdict }: ListedExecution): boolean {
  return (functional ?? verdict) === "pass";
}

export interface ListedFacts {
  scenarios: ReadonlyMap<string, { family: string; turns: readonly string[] }>;
  verdicts: ReadonlyMap<string, Verdict>;
  extractions: ReadonlyMap<string, Extraction>;
  score(name: string, metric: string): number | null;
}

/** Extractions are large: read only to be searched. */
async function readFacts({ runDirectory, config }: OpenedRun, withAnswers: boolean): Promise<ListedFacts> {
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

function listed(record: ExecutionRecord, { scenarios, verdicts, score }: ListedFacts): ListedExecution {
  const name = executionName(record);
  const verdict = verdicts.get(name);
  const functional = score(name, "functional_pass");
  return {
    ...record,
    family: scenarios.get(record.scenario_id)?.family ?? null,
    failure: failureReason(record.outcome, record.error),
    functional: functional === null ? null : functional === 1 ? "pass" : "fail",
    verdict: verdict?.judgement?.status ?? verdict?.type ?? null,
    score: verdict?.judgement?.overall_score ?? null,
    "ndcg@10": score(name, "ndcg@10"),
  };
}

/** Question, answer and error, to be searched. */
function textsOf(record: ExecutionRecord, { scenarios, extractions }: ListedFacts): string {
  const turns = scenarios.get(record.scenario_id)?.turns ?? [];
  const answer = extractions.get(executionName(record))?.final_text ?? "";
  return [...turns, answer, failureReason(record.outcome, record.error) ?? "", record.error?.message ?? ""]
    .join("\n")
    .toLowerCase();
}

/** The worst first; what has no number after what has one. */
const RANKS: Record<(typeof SORTS)[number], (execution: ListedExecution) => number[]> = {
  name: () => [],
  score: ({ score }) => [score ?? 2],
  ndcg: (execution) => [execution["ndcg@10"] ?? 2],
  time: ({ duration_ms }) => [-duration_ms],
  worst: (execution) => [Number(passes(execution)), execution.score ?? 2, execution["ndcg@10"] ?? 2],
};

function sorted(executions: readonly ListedExecution[], sort: (typeof SORTS)[number]): ListedExecution[] {
  const rank = RANKS[sort];
  return executions.toSorted((a, b) => {
    const other = rank(b);
    return rank(a).reduce((order, value, index) => order || value - (other[index] ?? 0), 0);
  });
}

/** The one to look at first, of some. */
export function worstOf({ executions }: Listing): ListedExecution | undefined {
  return sorted(executions, "worst")[0];
}

export function printList(
  { executions, passing }: Listing,
  { io, json, all, asked }: { io: Io; json: boolean; all: boolean; asked: boolean },
): void {
  if (json) {
    io.out(jsonText(executions, {}));
    return;
  }
  if (executions.length === 0 && passing > 0) {
    io.out(`none failed: ${passing === 1 ? "the one execution passes" : `all ${count(passing)} executions pass`}`);
    return;
  }
  if (executions.length === 0) throw new UserError("input", "no execution is left by these flags");
  const ends = executions.map(({ scenario_id, repeat }) => stringWidth(`…${scenario_id}__${repeat}`));
  const titles = [
    { title: "execution", cut: "start" as const, least: Math.max(...ends) },
    { title: "passes" },
    { title: "judge" },
    right("score"),
    right("ndcg"),
    right("time"),
  ];
  const colours = coloursOf(io);
  const shown = all ? executions : executions.slice(0, SHOWN);
  io.out(
    table(
      titles,
      shown.map((execution) => cellsOf(execution, colours)),
      roomOf(io),
    ),
  );
  const left = executions.length - shown.length;
  const notes = [
    ...(left > 0 ? [`${countOf(left, "more execution", "more executions")}: --all shows them`] : []),
    ...(asked && executions.length > 1
      ? [`${countOf(executions.length, "execution")}; give more of the name to read one`]
      : []),
  ];
  if (notes.length > 0) io.error(`\n${wrap(notes.join("; "), io.columns, "")}`);
}

function cellsOf(execution: ListedExecution, { green, red, yellow }: Colours): string[] {
  const { outcome, functional, verdict, score, duration_ms } = execution;
  const marks: Record<string, string> = { pass: green("✓ pass"), fail: red("✗ fail") };
  const said = (one: string | null) => (one === null ? "-" : (marks[one] ?? yellow(one)));
  return [
    executionName(execution),
    outcome === "success" ? said(functional) : red(`✗ ${endingOf(execution)}`),
    said(verdict),
    ratio(score),
    ratio(execution["ndcg@10"]),
    `${(duration_ms / 1000).toFixed(duration_ms < 10_000 ? 2 : 1)} s`,
  ];
}
