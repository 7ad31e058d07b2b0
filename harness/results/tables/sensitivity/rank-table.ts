import { grouped } from "../../../../base/grouped.ts";
import { mean } from "../../../../measure/statistics/basics/describe.ts";
import { midranks } from "../../../../measure/statistics/basics/ranks.ts";
import { spearman } from "../../../../measure/statistics/correlation/spearman.ts";
import { configurationName } from "../../../record/domain/names.ts";
import { type ScoredExecution, scoreValue } from "../../metrics/scored-execution.ts";
import { makeCaption } from "../../table-format/caption.ts";
import type { TableBody } from "../../table-format/table.ts";
import { columnsShown } from "../../table-format/table.ts";
import type { TableInput } from "../make-table.ts";
import type { Variant } from "./variants.ts";

/** One row a variant: how far the ranking of configurations moves when the number is computed that way. */
export function rankTable(input: TableInput, title: string, variants: readonly Variant[]): TableBody {
  const groups = [...grouped(input.executions, ({ record }) => configurationName(record))];
  const rank = (value: Variant["value"]) => rankConfigurations(groups, value);
  return {
    title,
    caption: makeCaption(
      input,
      "Configurations ranked by their mean, computed another way, against the mean as reported; ties share ranks.",
      "Spearman: between both rankings. Moved: configurations whose rank differs by one or more; largest: the farthest move. Best: the highest mean, which is no claim that it differs significantly.",
    ),
    columns: [
      ...columnsShown("text", { of: "Number", variant: "Computed with" }),
      { key: "rho", label: "Spearman", format: "decimal" },
      ...columnsShown("count", { moved: "Moved", largest_move: "Largest" }),
      ...columnsShown("text", { best: "Best", best_changed: "Best changed" }),
      { key: "n", label: "n", format: "count" },
    ],
    rows: variants.map(({ of, name, value }) => {
      const reported = rank((execution) => scoreValue(execution, of));
      const other = rank(value);
      const moves = other.ranks.map((at, index) => Math.abs(at - reported.ranks[index]!));
      return {
        of,
        variant: name,
        rho: spearman(reported.ranks, other.ranks),
        moved: moves.filter((move) => move >= 1).length,
        largest_move: moves.length === 0 ? null : Math.max(...moves),
        best: other.best,
        best_changed: other.best === reported.best ? "no" : "yes",
        n: other.n,
      };
    }),
  };
}

/** Rank 1 is the highest mean. A configuration with nothing to average ranks last. `best`: the first of those that share rank 1. */
function rankConfigurations(groups: readonly [string, ScoredExecution[]][], value: Variant["value"]) {
  const values = groups.map(([, executions]) => executions.map(value).filter((one) => one !== null));
  // Sums of the same numbers in one order: equal configurations tie exactly.
  const means = values.map((list) => mean(list) ?? Number.NEGATIVE_INFINITY);
  const ranks = [...midranks(means.map((one) => -one))];
  const best = groups[ranks.indexOf(Math.min(...ranks))]?.[0] ?? null;
  return { ranks, best, n: values.reduce((sum, list) => sum + list.length, 0) };
}
