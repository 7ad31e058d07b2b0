import { grouped } from "../../base/grouped.ts";
import { configurationName } from "../../harness/record/domain/names.ts";
import { accepts, type Filters, isFilter } from "../../harness/results/selection/filters.ts";
import type { FactorsData } from "../../harness/show/report/pages/factors.ts";
import type { OverviewData } from "../../harness/show/report/pages/overview.ts";
import type { Computed } from "../../harness/show/selection/compute.ts";
import { PAGE_PARTS } from "../../harness/show/selection/parts.ts";
import { CHECKED, type ScoredRow } from "./run-side.ts";

export interface Checked {
  means: number;
  problems: string[];
}

/** What must hold of filters by result: means by configuration are those of the executions listed, and no two are compared. */
export function byRules(filters: Filters, shown: readonly Computed[], rows: readonly ScoredRow[]): Checked {
  const listed = rows.filter((row) => isListed(filters, row));
  const overview = pageOf<OverviewData>("overview", shown);
  if (listed.length === 0) return { means: 0, problems: overview ? ["a page of no executions"] : [] };
  if (!overview) return { means: 0, problems: ["no page although executions are selected"] };
  const groups = grouped(listed, configurationName);
  const problems = [...groups].flatMap(([name, own]) => wrongMeans(overview, name, own));
  if (overview.configurations.length !== groups.size) problems.push("other configurations than those listed");
  if (pageOf<FactorsData>("factors", shown)?.factors.length !== 0) problems.push("factors are compared");
  return { means: groups.size * CHECKED.length, problems };
}

function isListed(filters: Filters, row: ScoredRow): boolean {
  const { scores: _scores, ...cells } = row;
  const own = Object.entries(cells).filter(([key]) => isFilter(key));
  return accepts(filters, Object.fromEntries(own.map(([key, value]) => [key, String(value)])));
}

function wrongMeans({ configurations }: OverviewData, name: string, own: readonly ScoredRow[]): string[] {
  const shown = configurations.find((one) => configurationName(one) === name);
  return CHECKED.flatMap((metric) => {
    const values = own.flatMap(({ scores }) => scores[metric] ?? []);
    const mean = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    const found = shown?.metrics[metric]?.mean ?? null;
    const equal = mean === null || found === null ? mean === found : Math.abs(mean - found) < 1e-9;
    return equal ? [] : [`${metric} of ${name}: ${found}, and of the executions listed ${mean}`];
  });
}

function pageOf<T>(page: string, shown: readonly Computed[]): T | null {
  const computed = shown[PAGE_PARTS.findIndex(({ type, name }) => type === "page" && name === page)];
  return computed?.type === "value" ? (computed.value as T) : null;
}
