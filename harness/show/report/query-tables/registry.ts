import type { FactorialConfig } from "../../../record/config/factors/cells.ts";
import { callsTable } from "./calls.ts";
import { executionsTable } from "./executions.ts";
import { expectedIdsTable, reportedIdsTable } from "./ids.ts";
import { messagesTable } from "./messages.ts";
import { resultsTable } from "./results.ts";
import { scenariosTable } from "./scenarios.ts";
import { scoresTable } from "./scores.ts";
import type { QueryTable } from "./table.ts";
import { verdictsTable } from "./verdicts.ts";

/** Those whose columns are the same for every run. Rows of different tables are joined by `execution`, `scenario`, `result` and (`execution`, `call`). */
const OF_ANY_RUN: readonly QueryTable[] = [
  scenariosTable,
  scoresTable,
  callsTable,
  resultsTable,
  messagesTable,
  verdictsTable,
  expectedIdsTable,
  reportedIdsTable,
];

export function queryTables(config: FactorialConfig): readonly QueryTable[] {
  return [executionsTable(config), ...OF_ANY_RUN];
}

export const QUERY_TABLE_NAMES = ["executions", ...OF_ANY_RUN.map(({ name }) => name)];
