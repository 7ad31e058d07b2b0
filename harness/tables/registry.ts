import { ANALYSES } from "../analyses/registry.ts";
import { abstentionTable } from "./abstention.ts";
import { abstentionByReasonTable } from "./abstention-by-reason.ts";
import { baselinesTable } from "./baselines.ts";
import { callsByToolTable } from "./calls-by-tool.ts";
import { complexityByWorkflowTable } from "./complexity-by-workflow.ts";
import { effortTable } from "./effort.ts";
import { processCountsTable } from "./habits.ts";
import { irMetricsTable } from "./ir-metrics.ts";
import { judgeAgreementTable } from "./judge-agreement.ts";
import { judgeIrTable } from "./judge-ir.ts";
import { judgeResultsTable } from "./judge-results.ts";
import type { MakeTable, TableInput } from "./make-table.ts";
import { modelsTable } from "./models.ts";
import { retrievedReportedTable } from "./retrieved-reported.ts";
import { sensitivityTable, timingSensitivityTable } from "./sensitivity/index.ts";
import { stratificationTable } from "./stratification.ts";
import type { Table } from "./table.ts";
import { timingPassesTable } from "./timing-passes.ts";
import { toolCallsTable } from "./tool-calls.ts";

/** The study's tables (reference study, section 9), in its order, then ours. */
const TABLES: readonly MakeTable[] = [
  timingPassesTable,
  irMetricsTable,
  judgeResultsTable,
  judgeIrTable,
  judgeAgreementTable,
  complexityByWorkflowTable,
  toolCallsTable,
  abstentionTable,
  effortTable,
  stratificationTable,
  baselinesTable,
  sensitivityTable,
  timingSensitivityTable,
  retrievedReportedTable,
  abstentionByReasonTable,
  callsByToolTable,
  processCountsTable,
  modelsTable,
];

/** These, then the tables that analyses declare. */
export function makeTables(input: TableInput): Table[] {
  const results: Readonly<Record<string, unknown>> = input.results;
  const declared = ANALYSES.flatMap(({ name, table }) => table?.(results[name], input) ?? []);
  return [...TABLES.map((make) => make(input)), ...declared];
}
