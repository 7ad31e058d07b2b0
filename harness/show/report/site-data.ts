/** What the pages load. Written by the report stage, read by `reports/src/components`; numbers come from `metrics/`. */

import type { Outcome } from "../../../agent/contract/contract.ts";
import type { FailureReason } from "../../../agent/contract/failure-reasons.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { ExecutionRecord, Extraction, MetaVerdict, Score, Verdict } from "../../record/domain/records.ts";
import type { Criterion } from "../../results/metrics/execution/functional.ts";
import type { Abstention } from "../../results/selection/abstention.ts";
import type { LevelFilter } from "../../results/selection/filters.ts";
import type { Target } from "../../results/selection/target.ts";
import type { ExpectedId } from "../../results/trace/expected-ids.ts";
import type { RunComparison } from "./comparison.ts";

/** The thin bar on every page: may the rest be believed? */
export interface TrustItem {
  label: string;
  value: string;
  /** Said in plain words on a coloured ground. */
  warning?: boolean;
  /** Reasons, on hover; the same are listed on the Method page. */
  detail?: string;
  /** Leads to the executions that are counted. */
  href?: string;
}

export interface Finding {
  text: string;
  /** Effect sizes, n and what was not tested; may be empty. */
  small: string;
  /** The executions that both are made of. */
  behind: Target;
}

/** A finding with the parts that it holds against each other, or counts. */
export interface SidedFinding extends Omit<Finding, "behind"> {
  sides: readonly FindingSide[];
}

export interface FindingSide {
  /** `ReAct and Plan-and-Execute, on the same scenarios`. */
  label: string;
  /** As many as the list at `behind` has. */
  executions: number;
  behind: Target;
}

export interface FailureRow {
  what: string;
  count: number;
  of: number;
  where: string;
  effect: string;
  /** The executions that are counted, and those that the effect is computed over; null where it names no number. */
  behind: Target;
  affected: Target | null;
}

/** What to do after reading. */
export interface NextSteps {
  /** Executions that did not pass. */
  failed: number;
  /** The largest groups of them. */
  failures: { family: string; abstention: ExecutionRow["abstention"]; executions: number }[];
  /** The highest configuration and another, not told apart from it by any test, with the largest difference. */
  open: { metric: string; first: string; second: string; difference: number } | null;
  /** Scenarios that several executions answered and none passed. */
  never_passed: string[];
}

/** One line of the list of executions. */
export interface ExecutionRow {
  name: string;
  scenario: string;
  model: string;
  workflow: string;
  knowledge: string;
  /** Of further factors, as in the name; empty where none changes anything. */
  levels: string;
  repeat: number;
  family: string;
  complexity: string;
  answerable: boolean;
  outcome: Outcome | "missing";
  /** Why it failed; `none` where it did not. */
  failure: FailureReason | "none";
  error: string | null;
  functional: "pass" | "fail" | "none";
  verdict: "pass" | "fail" | "blocked" | "none";
  abstention: Abstention;
  /** Why there is nothing to find; null on answerable scenarios. */
  nonexistence: string | null;
  /** Which verdict the meta-judge preferred; `none` without a ruling. */
  ruling: "A" | "B" | "tie" | "blocked" | "none";
  composite: number | null;
  ndcg10: number | null;
  /** Ids that the scenario expects; null where there are none. */
  expected: number | null;
  /** How many of them the answer names. */
  found: number | null;
  invented: number | null;
  tool_calls: number | null;
  tool_errors: number | null;
  tokens_in: number | null;
  seconds: number | null;
  /** In the list: its group of failures, `apart` where it is in none, `none` where it did not fail. */
  cluster?: string;
  /** Level of a further factor, in the list; null where the factor does not apply. */
  [level: LevelFilter]: string | null;
}

/** data/executions.json: column names once, then values, because there may be 20,000 rows. */
export interface ExecutionsData {
  models: string[];
  /** What has a file of numbers, one an execution. */
  series: string[];
  /** The question by scenario, turns joined by an arrow. */
  questions: Record<string, string>;
  columns: (keyof ExecutionRow)[];
  rows: (string | number | boolean | null)[][];
}

/** data/scores/*.json, one a metric: the score of each line of executions.json, in its order. */
export interface SeriesData {
  metric: string;
  label: string;
  definition: string;
  unit: string;
  values: (number | null)[];
  /** Why a line has no number, by its index; lines that the metric is not about are left out. */
  reasons: Record<string, string>;
}

/** data/tools.json: one entry a tool that was called, by lines of executions.json. */
export interface ToolData {
  tool: string;
  family: string;
  /** Line, calls, calls that failed. */
  uses: [number, number, number][];
}

/** data/about.json: what every page needs to know of the run. */
export interface About {
  /** Its name, for commands. */
  run: string;
  /** In the order of the configuration: gives each its colour. */
  models: string[];
  /** Metrics whose scores can be loaded. */
  metrics: string[];
  /** What the filters of a page offer, in order. */
  choices: Readonly<Record<string, readonly string[]>>;
  /** What every caption of a table ends with, and the bar of every page says. */
  notice: string;
}

export interface ScenarioAnswer {
  name: string;
  text: string;
  ids: Record<string, NamedIdOutcome>;
}

/** data/query/tables.json, beside a Parquet file `<name>.parquet` for each table. */
export interface QueryData {
  /** Name of the run. */
  run: string;
  /** In the order of their colours. */
  models: string[];
  tables: WrittenTable[];
  /** False where the report was built without DuckDB at hand. */
  engine: boolean;
}

/** A table that readers query. */
export interface WrittenTable {
  name: string;
  about: string;
  columns: readonly { name: string; type: string; about: string }[];
  rows: number;
  bytes: number;
}

/** data/compare.json: null unless the report was built with a baseline. */
export type CompareData = RunComparison | null;

/** The outcome of an id that the answer names. */
export type NamedIdOutcome = "found" | "unseen" | "grounded" | "asked" | "invented";

export type TraceCall = Omit<Extraction["tool_calls"][number], "result"> & {
  /** Name of the full result under `data/results/`, shared by equal results. Null when there is none, or the preview is all of it. */
  result: string | null;
  result_length: number;
  /** The first ids that the full result holds, and how many there are. */
  ids: string[];
  id_count: number;
};

/** A message as its page has it: `text` is null where it is a call's preview, and cut where `whole` names a file under `data/results/`. */
export type TraceText = Omit<Extraction["messages"][number], "text"> & {
  text: string | null;
  whole?: { name: string; length: number };
};

/** data/executions/<name>.json: everything about one execution; full tool results are files of their own. */
export interface ExecutionData {
  row: ExecutionRow;
  scenario: Scenario;
  record: ExecutionRecord | null;
  trace:
    | (Omit<
        Extraction,
        | "tool_calls"
        | "messages"
        | "scenario_id"
        | "model"
        | "workflow"
        | "knowledge"
        | "repeat"
        | "levels"
        | "final_text"
      > & {
        tool_calls: TraceCall[];
        messages: TraceText[];
      })
    | null;
  ids: Record<string, NamedIdOutcome>;
  expected: ExpectedId[];
  /** The functional verdict, criterion by criterion; null without a trace. */
  functional: readonly Criterion[] | null;
  primary: Verdict | null;
  calibration: Verdict | null;
  meta: MetaVerdict | null;
  scores: { metric: string; label: string; definition: string; unit: string; score: Score }[];
}
