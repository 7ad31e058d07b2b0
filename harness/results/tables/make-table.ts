import type { AnalysisResults } from "../analyses/registry.ts";
import type { Scored } from "../analyses/scored.ts";
import type { TableBody } from "../table-format/table.ts";

/** What tables are made from. */
export interface TableInput extends Scored {
  results: AnalysisResults;
}

/** A table of several results, or straight from the executions: one file that exports one of these. Null where a run has nothing to show in it. That of one result stands with its analysis. */
export type MakeTable = (input: TableInput) => TableBody | null;
