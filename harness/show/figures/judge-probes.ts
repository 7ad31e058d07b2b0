import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../../base/counts.ts";
import { decimal } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import { labelSpace, rowLabels } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { facetGrid } from "../drawing/facet-grid.ts";
import type { ChartOptions, Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { isNarrow, markSize, rowHeight } from "../drawing/theme.ts";

export interface ProbeRow extends FigureRow {
  /** Role and name: `primary, rubric-primary`. */
  judge: string;
  probe: string;
  effect: number | null;
  low: number | null;
  high: number | null;
  threshold: number;
  finding: string | null;
  n: number;
  unit: string;
  question: string;
}

/** Findings that fit into a sentence. */
const NAMED = 2;

export const judgeProbes: Figure<ProbeRow, null> = {
  name: "judge-probes",
  title: "Judge biases, measured on answers of known quality",
  definition:
    "Answered executions are shown to a judge in edited forms, and its ratings are compared with what is known to be right; 0 means no bias. Effects have different units (see the table), so each is drawn in multiples of its threshold, dashed at 1 and −1. Bars: 95 % interval, over scenarios. Filled: a finding, the whole interval lies beyond the threshold.",
  columns: [
    { key: "judge", label: "judge", format: "text" },
    { key: "probe", label: "probe", format: "text" },
    { key: "effect", label: "effect", format: "decimal" },
    { key: "low", label: "95 % from", format: "decimal" },
    { key: "high", label: "to", format: "decimal" },
    { key: "threshold", label: "threshold", format: "decimal" },
    { key: "finding", label: "finding", format: "text" },
    { key: "n", label: "n", format: "count" },
    { key: "unit", label: "unit of the effect", format: "text" },
    { key: "question", label: "question", format: "text" },
  ],
  read: ({ judge_probes }) => ({ rows: probeRows(judge_probes), facts: null }),
  caption: describeFindings,
  marks: ({ rows }) => measured(rows).length,
  spec: probeSpec,
  // Answers of judges about edited copies of executions.
  behind: null,
};

function probeRows(judges: Results["judge_probes"]): ProbeRow[] {
  return judges.flatMap(({ judge, evaluator, probes }) =>
    probes.map(({ probe, effect, low, high, threshold, finding, n, unit, question }) => ({
      ...{ judge: `${judge}, ${evaluator}`, probe, effect, low, high, threshold, finding, n, unit, question },
    })),
  );
}

function measured(rows: readonly ProbeRow[]): (ProbeRow & { effect: number })[] {
  return rows.filter((row): row is ProbeRow & { effect: number } => row.effect !== null);
}

function describeFindings({ rows }: FigureData<ProbeRow>): string {
  const known = measured(rows);
  if (known.length === 0) return "No judge was probed, or none could give a reading.";
  const judges = countOf(new Set(known.map(({ judge }) => judge)).size, "judge");
  const found = known
    .filter(({ finding }) => finding !== null)
    .sort((a, b) => Math.abs(b.effect / b.threshold) - Math.abs(a.effect / a.threshold));
  if (found.length === 0) return `No bias was found in ${countOf(known.length, "probe")} of ${judges}.`;
  const list = found
    .slice(0, NAMED)
    .map(({ judge, finding, effect, n }) => `${judge.split(",")[0]}, ${finding} (${decimal(effect)}, n = ${n})`);
  const more = found.length > NAMED ? "; the largest" : "";
  return `${countOf(found.length, "bias", "biases")} found in ${countOf(known.length, "probe")} of ${judges}${more}: ${list.join("; ")}.`;
}

function probeSpec({ rows }: FigureData<ProbeRow>, options: ChartOptions): TopLevelSpec {
  const { ink, muted, invented, paper } = options.theme;
  const shown = measured(rows).map((row) => ({
    ...row,
    found: row.finding !== null,
    at: row.effect / row.threshold,
    from: row.low === null ? null : row.low / row.threshold,
    to: row.high === null ? null : row.high / row.threshold,
  }));
  const names = [...new Set(shown.map(({ probe }) => probe))];
  const judges = [...new Set(shown.map(({ judge }) => judge))];
  const reach = Math.max(1.5, ...shown.flatMap(({ at, from, to }) => [at, from ?? 0, to ?? 0].map(Math.abs)));
  const axis = { domain: false, ticks: false, ...rowLabels(names, options) };
  const y = { field: "probe", type: "nominal", title: null, sort: names, axis: { ...axis, labelExpr: READABLE } };
  const scale = { domain: [-reach, reach] };
  const x = { field: "at", type: "quantitative", title: "effect / threshold", scale, axis: { tickCount: 3 } };
  const fill = { condition: { test: "datum.found", value: invented }, value: paper };
  const line = (values: object[], strokeDash: number[]) => ({
    data: { values },
    mark: { type: "rule", color: ink, strokeWidth: 1, strokeDash },
    encoding: { x },
  });
  const grid = {
    field: "judge",
    values: judges,
    options,
    label: (judge: string) => (isNarrow(options) ? judge.split(",")[0]! : judge),
    height: names.length * rowHeight(options),
    minimumWidth: 90,
  };
  return {
    ...frame({}, shown, options),
    ...facetGrid({ ...grid, axisSpace: labelSpace(names, options) }, [
      line([{ at: 0 }], [1, 0]),
      line([{ at: -1 }, { at: 1 }], [4, 4]),
      {
        mark: { type: "rule", strokeWidth: 1.8, color: muted },
        encoding: { x: { ...x, field: "from" }, x2: { field: "to" }, y },
      },
      {
        name: DATA,
        mark: { type: "point", size: markSize(options, 70), opacity: 1, stroke: invented, strokeWidth: 1.5 },
        encoding: { x, y, fill, tooltip: TOOLTIP },
      },
    ]),
  } as TopLevelSpec;
}

/** `self_family` as people write it. */
const READABLE = `replace(datum.label, /_/g, " ")`;

const TOOLTIP = [
  { field: "question" },
  { field: "effect", format: ".3f" },
  { field: "low", title: "95 % from", format: ".3f" },
  { field: "high", title: "to", format: ".3f" },
  { field: "unit" },
  { field: "n" },
];
