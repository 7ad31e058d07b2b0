/** What the pages load. Written by the report stage, read by `reports/src/components`; numbers come from `metrics/`. */
import type { Outcome } from "../../../agent/contract.ts";
import type { Scenario } from "../../../scenarios/schema.ts";
import type { Filters } from "../../charts/filters.ts";
import type { ExecutionRecord, Extraction, MetaVerdict, Score, Verdict } from "../../domain/records.ts";
import type { JudgeAnalysis, Summary } from "../../domain/summary.ts";
import type { Fate } from "../../metrics/execution/retrieved-reported.ts";
import type { Manifest } from "../../run-directory/manifest.ts";

/** The thin bar on every page: may the rest be believed? */
export interface TrustItem {
  label: string;
  value: string;
  /** Said in plain words on a coloured ground. */
  warning?: boolean;
  /** Reasons, on hover; the same are listed on the Method page. */
  detail?: string;
}

export interface Finding {
  text: string;
  /** Effect sizes, n and what was not tested. */
  small: string;
}

export interface FailureRow {
  what: string;
  count: number;
  of: number;
  where: string;
  effect: string;
  filters: Filters | null;
}

/** data/overview.json */
export interface OverviewData {
  /** In the order of the configuration: gives each its colour. */
  models: string[];
  scenarios: number;
  answerable: number;
  cells: number;
  /** `band`: configurations of one band can't be told from the band's best by pass rate; null when nothing was judged. */
  configurations: (Summary["configurations"][number] & { band: number | null })[];
  findings: Finding[];
  failures: FailureRow[];
  policies: string[];
}

/** data/judge.json */
export interface JudgeData extends Omit<JudgeAnalysis, "compositeVsIr" | "primaryVsCalibration"> {
  standIns: string[];
}

/** One line of the list of executions. */
export interface ExecutionRow {
  name: string;
  scenario: string;
  model: string;
  workflow: string;
  knowledge: string;
  repeat: number;
  family: string;
  complexity: string;
  answerable: boolean;
  outcome: Outcome | "missing";
  error: string | null;
  verdict: "pass" | "fail" | "blocked" | "none";
  abstention: "correct" | "missed" | "false" | "none" | "no_answer";
  composite: number | null;
  ndcg10: number | null;
  invented: number | null;
  toolCalls: number | null;
  toolErrors: number | null;
  tokensIn: number | null;
  seconds: number | null;
}

/** data/executions.json: column names once, then values, because there may be 20,000 rows. */
export interface ExecutionsData {
  models: string[];
  /** The question by scenario, turns joined by an arrow. */
  questions: Record<string, string>;
  columns: (keyof ExecutionRow)[];
  rows: (string | number | boolean | null)[][];
}

/** What became of an id that the answer names. */
export type IdFate = "found" | "unseen" | "grounded" | "asked" | "invented";

export type TraceCall = Omit<Extraction["tool_calls"][number], "result"> & {
  /** Name of the full result under `data/results/`, shared by equal results. Null when there is none, or the preview is all of it. */
  result: string | null;
  resultLength: number;
  /** The first ids that the full result holds, and how many there are. */
  ids: string[];
  idCount: number;
};

/** data/executions/<name>.json: everything about one execution; full tool results are files of their own. */
export interface ExecutionData {
  row: ExecutionRow;
  scenario: Scenario;
  record: ExecutionRecord | null;
  trace:
    | (Omit<
        Extraction,
        "tool_calls" | "messages" | "scenario_id" | "model" | "workflow" | "knowledge" | "repeat" | "final_text"
      > & {
        tool_calls: TraceCall[];
      })
    | null;
  ids: Record<string, IdFate>;
  expected: { id: string; fate: Fate; call: number | null }[];
  primary: Verdict | null;
  calibration: Verdict | null;
  meta: MetaVerdict | null;
  scores: { metric: string; label: string; definition: string; unit: string; score: Score }[];
}

/** data/method.json */
export interface MethodData {
  manifest: Manifest;
  config: unknown;
  policies: string[];
  metrics: { name: string; label: string; definition: string; better: string }[];
  unscored: { metric: string; reason: string; count: number }[];
  scenarioNotes: string[];
  scenarios: { family: string; complexity: string; answerable: boolean; count: number }[];
}
