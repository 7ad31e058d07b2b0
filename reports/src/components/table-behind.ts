import { OUTCOMES, WORKFLOWS } from "../../../agent/contract/contract.ts";
import { parseConfigurationName } from "../../../harness/record/domain/names.ts";
import { emptinessReason } from "../../../harness/results/metrics/execution/empty-answer.ts";
import type { Target } from "../../../harness/results/selection/target.ts";
import type { Table } from "../../../harness/results/table-format/table.ts";
import { type QueryType, scenariosOf } from "../../../scenarios/set/query-type.ts";
import { type Behind, rowFilters } from "./links.ts";

type Row = Table["rows"][number];
/** What a number of this column and row is made of. Null: not of executions. */
type ColumnBehind = Behind | null | ((row: Row, key: string) => Behind | null);

const mean = (metric: string): Behind => ({ metric, of: "mean" });
const sum = (metric: string): Behind => ({ metric, of: "sum" });
const n = (metric: string): Behind => ({ metric, of: "n" });
const ratio = (part: string, whole: string): Behind => ({ metric: `${part},${whole}`, of: "ratio" });
const NO_ANSWER: Behind = { abstention: "no_answer", of: "n" };
/** Executions whose scenario expects entities. */
const ENTITIES: Target = { answerable: "true", metric: "functional_pass,entity_coverage", has: "value" };
const JUDGED_ENTITIES: Target = { ...ENTITIES, metric: "pass,entity_coverage" };
const ANSWERED: Target = { outcome: "success" };
const EXECUTED: Target = { outcome: OUTCOMES.join(",") };
const VERDICTS: Target = { ...ANSWERED, metric: "functional_pass,pass", has: "value" };
const RISK: Target = { metric: "evidence_agreement,pass" };
const FACTORIAL: Target = { workflow: WORKFLOWS.join(","), paired: "configuration" };
/** Of a variance that is of some configurations alone. */
const partOf = (configurations: unknown): Target =>
  typeof configurations === "string" ? { configuration: configurations } : {};

/** Columns of single tables, by their keys. A column that is named by a metric is its mean, in any table. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, ColumnBehind>>>> = {
  ir_metrics: { n: n("ndcg@10") },
  judge_results: { n: n("pass"), unscored: { metric: "pass", has: "unscored", of: "n" } },
  complexity_by_workflow: { n: n("functional_pass") },
  stratification: { scenarios: null, answerable: null, executions: { ...EXECUTED, of: "n" } },
  abstention: {
    correct: sum("abstention_correct"),
    missed: sum("abstention_missed"),
    correct_rate: mean("abstention_correct"),
    false: sum("abstention_false"),
    false_rate: mean("abstention_false"),
    balanced_accuracy: { ...ANSWERED, of: "balanced accuracy" },
    no_answer: NO_ANSWER,
  },
  abstention_by_reason: {
    scenarios: null,
    correct: sum("abstention_correct"),
    missed: sum("abstention_missed"),
    no_answer: NO_ANSWER,
    correct_rate: mean("abstention_correct"),
  },
  abstention_by_kind: {
    "*": ({ kind }) => ({ ...(kind === "all" ? {} : { nonexistence: String(kind) }), of: "twins" }),
  },
  effort: {
    tool_calls: { metric: "tool_calls", of: "median" },
    tokens_in: { metric: "tokens_in", of: "median" },
    tokens_out: { metric: "tokens_out", of: "median" },
    n: n("tool_calls"),
  },
  tool_calls: {
    calls: sum("tool_calls"),
    success: sum("successful_calls"),
    errors: sum("tool_errors"),
    success_share: ratio("successful_calls", "tool_calls"),
    n: n("grounding_coverage"),
  },
  calls_by_tool: {
    calls: ({ tool }) => ({ tool: String(tool), of: "sum" }),
    errors: ({ tool }) => ({ tool: String(tool), of: "errors" }),
    success_share: ({ tool }) => ({ tool: String(tool), of: "success" }),
    executions: ({ tool }) => ({ tool: String(tool), of: "n" }),
  },
  habits: {
    skills: mean("skills_loaded"),
    plan_steps: mean("plan_steps"),
    retried: mean("asked_again"),
    fallback: mean("safe_answer"),
    n: n("skills_loaded"),
  },
  retrieved_reported: {
    expected: sum("expected_ids"),
    found: sum("retrieved_reported"),
    lost_in_communication: sum("retrieved_unreported"),
    lost_in_retrieval: sum("unretrieved_unreported"),
    unseen: sum("unretrieved_reported"),
    found_share: ratio("retrieved_reported", "expected_ids"),
    invented: sum("hallucinated_ids"),
  },
  timing_passes: {
    passes: (row) => ({ ...passing(row), of: "n" }),
    "*": (row, key) => ({ ...passing(row), metric: "seconds", of: "within", at: key.replace("within_", "") }),
  },
  entity_threshold: {
    threshold: null,
    n: { ...ENTITIES, of: "n" },
    passes: ({ threshold }) => ({ ...ENTITIES, of: "passes at", at: String(threshold) }),
    pass_rate: ({ threshold }) => ({ ...ENTITIES, of: "pass rate at", at: String(threshold) }),
    delta: ({ threshold }) => ({ ...ENTITIES, of: "passes more at", at: String(threshold) }),
    judge_passes: ({ threshold }) => ({ ...JUDGED_ENTITIES, of: "passes at", at: String(threshold) }),
    judge_pass_rate: ({ threshold }) => ({ ...JUDGED_ENTITIES, of: "pass rate at", at: String(threshold) }),
    judge_n: { ...JUDGED_ENTITIES, of: "n" },
  },
  risk_coverage: {
    n: { ...RISK, of: "n" },
    aurc: { ...RISK, of: "area" },
    excess: { ...RISK, of: "excess area" },
    "*": (_, key) => ({ ...RISK, of: "risk", at: Number(key.replace("risk_", "")) / 100 }),
  },
  variance: {
    n: ({ metric, configurations }) => ({
      ...FACTORIAL,
      ...partOf(configurations),
      metric: String(metric),
      of: "scenarios",
    }),
    "*": ({ metric, source, configurations }, key) => ({
      ...FACTORIAL,
      ...partOf(configurations),
      metric: String(metric),
      of: `variance ${key}`,
      at: String(source),
    }),
  },
  query_types: {
    executions: (row) => ({ ...ofType(row), ...EXECUTED, of: "n" }),
    "*": (row, key) => ({ ...ofType(row), ...mean(key) }),
  },
  strategies: {
    executions: (row) => ({ ...ofType(row), ...EXECUTED, of: "n" }),
    requests: null,
    tokens: null,
    cost: null,
    "*": (row, key) => ({ ...ofType(row), ...mean(key) }),
  },
  levels: {
    executions: { ...EXECUTED, of: "n" },
    correct: null,
    misretrieval: null,
    none: null,
    "*": (_row, key) => mean(key),
  },
  // Both sides of a difference, of workflows that are no levels of one factor.
  node_effects: { "*": null },
  // By the order of an execution's calls, which no filter asks for.
  routing: { "*": null },
  expected_tools: { "*": null },
  expected_tools_confusion: { "*": null },
  faults: { "*": null },
  fault_pairs: { "*": null },
  fault_times: { "*": null },
  sensitivity: { "*": ranking },
  timing_sensitivity: { "*": ranking },
  baselines: { "*": agentOfBaselines },
  verdict_agreement: {
    both_pass: { ...ANSWERED, functional: "pass", verdict: "pass", of: "n" },
    functional_only: { ...ANSWERED, functional: "pass", verdict: "fail", of: "n" },
    judge_only: { ...ANSWERED, functional: "fail", verdict: "pass", of: "n" },
    both_fail: { ...ANSWERED, functional: "fail", verdict: "fail", of: "n" },
    n: { ...VERDICTS, of: "n" },
    percent_agreement: { ...VERDICTS, of: "percent_agreement" },
    cohen_kappa: { ...VERDICTS, of: "cohen_kappa" },
    low: { ...VERDICTS, of: "interval", at: "cohen_kappa" },
    high: { ...VERDICTS, of: "interval", at: "cohen_kappa" },
  },
  empty_answers: {
    answers: ({ rule, last_tool, cause }) => ({
      metric: "words",
      has: "unscored",
      reason: emptinessReason(String(rule), String(last_tool), String(cause)),
      of: "n",
    }),
    of: n("tool_calls"),
  },
  against_baselines: {
    // The configuration's side; a ranker has no executions.
    "*": ({ configuration, metric }, key) => ({
      configuration: String(configuration),
      metric: String(metric),
      has: "value",
      of: "compared",
      at: key,
    }),
  },
  // A chance over subsets of repeats, which no filter asks for.
  repeated_passes: { "*": null },
  // Answers of judges about edited copies of executions.
  judge_probes: { "*": null },
};

/** The executions whose scenarios are of the row's type. */
function ofType({ query_type }: Row): Target {
  if (query_type === "all") return {};
  const { families, complexities } = scenariosOf(query_type as QueryType);
  return { family: families.join(","), complexity: complexities.join(",") };
}

/** The executions that pass by the row's verdict. */
function passing({ verdict }: Row): Target {
  return verdict === "judge" ? { verdict: "pass" } : { functional: "pass" };
}

function ranking({ of, variant }: Row, key: string): Behind {
  return { metric: String(of), of: `ranking ${key}`, at: String(variant) };
}

/** Rankers without a model have no executions; the rows of configurations beside them have. */
function agentOfBaselines(row: Row, key: string): Behind | null {
  if (row.knows !== "agent" || !parseConfigurationName(String(row.ranker))) return null;
  if (key === "above") return { metric: "ndcg@10", of: "above", at: String(row.ranker) };
  const configuration = String(row.ranker);
  const cell = row[key];
  if (key === "n") return { configuration, ...n("ndcg@10") };
  const isFamily =
    typeof cell === "object" && cell !== null && !key.includes("@") && key !== "pass" && key !== "functional_pass";
  return isFamily ? { configuration, family: key, ...mean("ndcg@10") } : { configuration, ...mean(key) };
}

/** The executions that a number of a published table is made of; null where it is not made of executions. */
export function tableBehind(table: string, key: string, row: Row): Behind | null {
  const own = COLUMNS[table] ?? {};
  const found = key in own ? own[key] : "*" in own ? own["*"] : isMean(row[key]) ? mean(key) : null;
  const behind = typeof found === "function" ? found(row, key) : (found ?? null);
  return behind && { ...rowFilters(row), ...behind };
}

/** A mean with its interval is of the metric that its column is named by. */
function isMean(cell: Row[string] | undefined): boolean {
  return typeof cell === "object" && cell !== null;
}
