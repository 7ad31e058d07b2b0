import type { Behind } from "../../table-format/behind.ts";
import type { TableOfResults } from "../make-table.ts";
import { rankTable } from "./rank-table.ts";
import { makeCutoffVariants, makeVariants } from "./variants.ts";

/** Does the ranking of configurations depend on choices that could have been made otherwise? (weaknesses 8 and 11 of the study) */
export const sensitivityTable: TableOfResults = {
  behind: { "*": rankBehind },
  make: (input) =>
    rankTable(
      input,
      "Rankings under other weights and thresholds, and without failed executions",
      makeVariants(input.config),
    ),
};

export const timingSensitivityTable: TableOfResults = {
  behind: { "*": rankBehind },
  make: (input) => rankTable(input, "Rankings under shorter cutoffs", makeCutoffVariants()),
};

function rankBehind({ of, variant }: Readonly<Record<string, unknown>>, key: string): Behind {
  return { metric: String(of), of: `ranking ${key}`, at: String(variant) };
}
