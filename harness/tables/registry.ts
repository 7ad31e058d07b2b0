import { abstentionTable } from "./abstention.ts";
import { abstentionByKindTable } from "./abstention-by-kind.ts";
import { abstentionByReasonTable } from "./abstention-by-reason.ts";
import { baselinesTable } from "./baselines.ts";
import { callsByToolTable } from "./calls-by-tool.ts";
import { complexityByWorkflowTable } from "./complexity-by-workflow.ts";
import { discoveryTable } from "./discovery.ts";
import { effortTable } from "./effort.ts";
import { entityThresholdTable } from "./entity-threshold.ts";
import { habitsTable } from "./habits.ts";
import { irMetricsTable } from "./ir-metrics.ts";
import { judgeAgreementTable } from "./judge-agreement.ts";
import { judgeIrTable } from "./judge-ir.ts";
import { judgeProbesTable } from "./judge-probes.ts";
import { judgeResultsTable } from "./judge-results.ts";
import { retrievedReportedTable } from "./retrieved-reported.ts";
import { riskCoverageTable } from "./risk-coverage.ts";
import { sensitivityTable, timingSensitivityTable } from "./sensitivity/index.ts";
import { stratificationTable } from "./stratification.ts";
import type { MakeTable, Table, TableInput } from "./table.ts";
import { timingPassesTable } from "./timing-passes.ts";
import { toolCallsTable } from "./tool-calls.ts";
import { varianceTable } from "./variance.ts";

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
  entityThresholdTable,
  varianceTable,
  riskCoverageTable,
  judgeProbesTable,
  sensitivityTable,
  timingSensitivityTable,
  retrievedReportedTable,
  abstentionByReasonTable,
  callsByToolTable,
  habitsTable,
];

/** Tables of a suite, for sets that have what it is about. */
const SUITE_TABLES: readonly { isAbout(input: TableInput): boolean; make: MakeTable }[] = [
  { isAbout: ({ abstention }) => abstention.length > 0, make: abstentionByKindTable },
  { isAbout: ({ discovery }) => discovery.length > 0, make: discoveryTable },
];

export function makeTables(input: TableInput): Table[] {
  const suites = SUITE_TABLES.filter(({ isAbout }) => isAbout(input)).map(({ make }) => make);
  return [...TABLES, ...suites].map((make) => make(input));
}
