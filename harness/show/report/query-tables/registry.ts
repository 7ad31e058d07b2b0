import { callsTable } from "./calls.ts";
import { executionsTable } from "./executions.ts";
import { expectedIdsTable, reportedIdsTable } from "./ids.ts";
import { messagesTable } from "./messages.ts";
import { resultsTable } from "./results.ts";
import { scenariosTable } from "./scenarios.ts";
import { scoresTable } from "./scores.ts";
import type { QueryTable } from "./table.ts";
import { verdictsTable } from "./verdicts.ts";

/** Rows of different tables are joined by `execution`, `scenario`, `result` and (`execution`, `call`). */
export const QUERY_TABLES: readonly QueryTable[] = [
  executionsTable,
  scenariosTable,
  scoresTable,
  callsTable,
  resultsTable,
  messagesTable,
  verdictsTable,
  expectedIdsTable,
  reportedIdsTable,
];
