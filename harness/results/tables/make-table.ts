import type { AnalysisResults } from "../analyses/registry.ts";
import type { Scored } from "../analyses/scored.ts";
import type { ColumnsBehind } from "../table-format/behind.ts";
import type { TableBody } from "../table-format/table.ts";

/** What tables are made from. */
export interface TableInput extends Scored {
  results: AnalysisResults;
}

/** A table of several results, or straight from the executions: one file that exports one of these. That of one result stands with its analysis. */
export interface TableOfResults {
  /** Null where a run has nothing to show in it. */
  make(input: TableInput): TableBody | null;
  /** What its numbers are made of. */
  behind?: ColumnsBehind;
}
