import type { Analysis } from "../analyses/analysis.ts";
import { ANALYSES } from "../analyses/registry.ts";
import { type PageTable, withBehind } from "../table-format/behind.ts";
import type { Table, TableBody } from "../table-format/table.ts";
import { abstentionTable } from "./abstention.ts";
import { abstentionByReasonTable } from "./abstention-by-reason.ts";
import { asGuardedTable } from "./as-guarded.ts";
import { baselinesTable } from "./baselines.ts";
import { callsByToolTable } from "./calls-by-tool.ts";
import { complexityByWorkflowTable } from "./complexity-by-workflow.ts";
import { effortTable } from "./effort.ts";
import { expectedToolsConfusionTable } from "./expected-tools-confusion.ts";
import { faultPairsTable } from "./fault-pairs.ts";
import { faultTimesTable } from "./fault-times.ts";
import { habitsTable } from "./habits.ts";
import { irMetricsTable } from "./ir-metrics.ts";
import { judgeAgreementTable } from "./judge-agreement.ts";
import { judgeIrTable } from "./judge-ir.ts";
import { judgeResultsTable } from "./judge-results.ts";
import type { TableInput, TableOfResults } from "./make-table.ts";
import { modelsTable } from "./models.ts";
import { correctiveReproduction } from "./reproduction/corrective.ts";
import { faultsCountsReproduction, faultsReproduction } from "./reproduction/faults.ts";
import { strategiesReproduction } from "./reproduction/strategies.ts";
import { retrievedReportedTable } from "./retrieved-reported.ts";
import { sensitivityTable, timingSensitivityTable } from "./sensitivity/index.ts";
import { stratificationTable } from "./stratification.ts";
import { timingPassesTable } from "./timing-passes.ts";
import { toolCallsTable } from "./tool-calls.ts";

/** The study's tables (reference study, section 9), in its order, then ours. */
const TABLES: Readonly<Record<string, TableOfResults>> = {
  timing_passes: timingPassesTable,
  ir_metrics: irMetricsTable,
  judge_results: judgeResultsTable,
  judge_ir_correlation: judgeIrTable,
  judge_agreement: judgeAgreementTable,
  complexity_by_workflow: complexityByWorkflowTable,
  tool_calls: toolCallsTable,
  abstention: abstentionTable,
  effort: effortTable,
  stratification: stratificationTable,
  baselines: baselinesTable,
  sensitivity: sensitivityTable,
  timing_sensitivity: timingSensitivityTable,
  retrieved_reported: retrievedReportedTable,
  abstention_by_reason: abstentionByReasonTable,
  calls_by_tool: callsByToolTable,
  habits: habitsTable,
  fault_pairs: faultPairsTable,
  fault_times: faultTimesTable,
  expected_tools_confusion: expectedToolsConfusionTable,
  as_guarded: asGuardedTable,
  models: modelsTable,
  reproduction_strategies: strategiesReproduction,
  reproduction_corrective: correctiveReproduction,
  reproduction_faults: faultsReproduction,
  reproduction_faults_counts: faultsCountsReproduction,
};

/** These, then the tables that analyses declare. */
export const TABLE_NAMES: readonly string[] = [
  ...Object.keys(TABLES),
  ...ANALYSES.flatMap(({ name, tableName = name, table }) => (table ? [tableName] : [])),
];

export function makeTables(input: TableInput): Table[] {
  return TABLE_NAMES.flatMap((name) => makeTable(name, input) ?? []);
}

/** Null where this run has nothing to show in it. */
export function makeTable(name: string, input: TableInput): Table | null {
  const body = TABLES[name]?.make(input) ?? declaredTable(name, input);
  return body && { name, ...withLevels(body) };
}

/** Levels of further factors stand behind the knowledge mode, or the workflow where a table has no modes, in a run that has some. */
function withLevels(body: TableBody): TableBody {
  const at = body.columns.findLastIndex(({ key }) => key === "knowledge" || key === "workflow");
  if (at < 0 || !body.rows.some(({ levels }) => levels)) return body;
  return { ...body, columns: body.columns.toSpliced(at + 1, 0, { key: "levels", label: "Levels", format: "text" }) };
}

function declaredTable(name: string, input: TableInput): TableBody | null {
  const results: Readonly<Record<string, unknown>> = input.results;
  const analysis = analysisOf(name);
  return analysis?.table?.(results[analysis.name], input) ?? null;
}

/** The one that declares a table. */
function analysisOf(wanted: string): Analysis | undefined {
  return ANALYSES.find(({ name, tableName = name, table }) => table && tableName === wanted);
}

/** As pages load it: with what its numbers are made of. */
export function pageTable(table: Table): PageTable {
  return withBehind(table, (TABLES[table.name] ?? analysisOf(table.name))?.behind);
}
