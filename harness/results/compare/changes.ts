import { countOf } from "../../../base/counts.ts";
import { configurationLabel, metricLabel } from "../../print/format.ts";
import { parseConfigurationName } from "../../record/domain/names.ts";
import type { MetricComparison } from "./metric-comparison.ts";
import { showChange } from "./render/format.ts";

/** One difference between candidate and baseline: of everything, or of one configuration or family. */
export type ChangeRow = {
  metric: string;
  group: string;
  label: string;
  difference: number;
  low: number | null;
  high: number | null;
  p: number | null;
  scenarios: number;
  told: (typeof TOLD)[number];
};

export const TOLD = ["worse", "better", "not told apart"] as const;

/** Lines that a panel holds: everything, the heaviest losses and the largest gains. */
const [WORST, BEST] = [20, 10];

/** The lines of one metric: over everything, then the groups, the heaviest loss first. Intervals hold at once within a family. */
export function changeRows(
  whole: MetricComparison | undefined,
  groups: readonly MetricComparison[],
  { level }: { level: number },
): ChangeRow[] {
  const known = groups.filter(({ difference }) => difference !== null);
  const harm = ({ difference, better }: MetricComparison) => (better === "lower" ? -1 : 1) * difference!;
  const sorted = [...known].sort((a, b) => harm(a) - harm(b));
  return [...(whole && whole.difference !== null ? [whole] : []), ...sorted].map((row) => ({
    metric: row.metric,
    group: row.group,
    label: groupLabel(row.group),
    difference: row.difference!,
    low: row.corrected_low,
    high: row.corrected_high,
    p: row.adjusted_p,
    scenarios: row.scenarios,
    told: toldApart(row, level),
  }));
}

/** What a panel can hold of them. */
export function shownRows(rows: readonly ChangeRow[]): readonly ChangeRow[] {
  return rows.length <= WORST + BEST + 1 ? rows : [...rows.slice(0, WORST + 1), ...rows.slice(-BEST)];
}

/** What the tests say, from the tests alone: `NDCG@10: 2 of 18 worse, most Explorer ... (-.120)`. */
export function describeChanges(rows: readonly ChangeRow[], unit: MetricComparison["unit"]): string {
  const groups = rows.filter(({ group }) => group !== "all");
  const of = (told: ChangeRow["told"]) => groups.filter((row) => row.told === told);
  const [worse, better] = [of("worse"), of("better").reverse()];
  const metric = metricLabel(rows[0]?.metric ?? "");
  if (worse.length + better.length === 0)
    return `${metric}: none of ${countOf(groups.length, "difference")} can be told from chance.`;
  const part = (list: readonly ChangeRow[], word: string) =>
    list.length === 0
      ? []
      : [
          `${list.length} of ${groups.length} ${word}, most ${list[0]!.label} (${showChange(list[0]!.difference, unit)})`,
        ];
  return `${metric}: ${[...part(worse, "worse"), ...part(better, "better")].join("; ")}.`;
}

/** Of a configuration, model or family; `all` is everything. */
export function groupLabel(group: string): string {
  if (group === "all") return "everything";
  const configuration = parseConfigurationName(group);
  return configuration ? configurationLabel(configuration) : group.replaceAll("_", " ");
}

function toldApart({ difference, adjusted_p, better }: MetricComparison, level: number): ChangeRow["told"] {
  if (adjusted_p === null || adjusted_p > level || difference === 0 || better === "neither") return "not told apart";
  return difference! > 0 === (better === "higher") ? "better" : "worse";
}
