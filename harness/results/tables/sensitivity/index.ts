import type { MakeTable } from "../make-table.ts";
import { rankTable } from "./rank-table.ts";
import { makeCutoffVariants, makeVariants } from "./variants.ts";

/** Does the ranking of configurations depend on choices that could have been made otherwise? (weaknesses 8 and 11 of the study) */
export const sensitivityTable: MakeTable = (input) =>
  rankTable(
    input,
    "Rankings under other weights and thresholds, and without failed executions",
    makeVariants(input.config),
  );

export const timingSensitivityTable: MakeTable = (input) =>
  rankTable(input, "Rankings under shorter cutoffs", makeCutoffVariants());
