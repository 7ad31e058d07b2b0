import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { decimal, signed } from "../../../harness/print/format.ts";
import { alternatives } from "../../../harness/results/selection/filters.ts";
import type { ExecutionRow } from "../../../harness/show/report/site-data.ts";
import { readFilters, readParameter } from "./address.ts";
import { h } from "./dom.ts";
import type { LoadedMeasure } from "./measure.ts";
import { fieldOf, pairedBy } from "./select-rows.ts";

/** Of a list of two sides on the same scenarios: the mean of each over scenarios and their difference, as in tables and tests. */
export function sidesLine({ label, value }: LoadedMeasure, rows: readonly ExecutionRow[]): HTMLElement[] {
  const by = pairedBy(readParameter("paired"));
  const names = by ? alternatives(readFilters()[by] ?? "") : [];
  if (!by || names.length !== 2) return [];
  const sides = names.map((name) => {
    const own = rows.filter((row) => fieldOf(row, by) === name);
    const scenarios = [...grouped(own, ({ scenario }) => scenario).values()];
    return meanOf(scenarios.map((some) => meanOf(some.map((row) => value(row)!))));
  });
  const [first, second] = sides as [number, number];
  if (!Number.isFinite(first - second)) return [];
  const scenarios = countOf(new Set(rows.map(({ scenario }) => scenario)).size, "scenario");
  const text = `${names[0]} ${decimal(first, 4)}, ${names[1]} ${decimal(second, 4)}, difference ${signed(first - second, 4)} over ${scenarios}`;
  return [h("p", { class: "facts-line" }, h("span", {}, label), h("span", { "data-fact": "difference" }, text))];
}

/** Not a number without any. */
function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
