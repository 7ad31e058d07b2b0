import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../../base/counts.ts";
import { count, percent } from "../../print/format.ts";
import type { EntityThreshold } from "../../results/analyses/entity-threshold.ts";
import type { Target } from "../../results/selection/target.ts";
import { DATA } from "../drawing/data-marks.ts";
import { FIT, hrefChannel, legendFor, PERCENT_AXIS, ticksAt } from "../drawing/encode.ts";
import type { ChartOptions, Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { markSize, plotHeight } from "../drawing/theme.ts";

/** The study's own threshold, in percent. */
const REFERENCE = 80;
const VERDICTS = ["functional verdict", "judge's verdict"] as const;

export type EntityThresholdRow = EntityThreshold & FigureRow;
type Data = FigureData<EntityThresholdRow>;

/** Executions whose scenario expects entities; failed ones cover none. */
const BEHIND: Target = { answerable: "true", metric: "functional_pass,entity_coverage", has: "value" };

export const entityThreshold: Figure<EntityThresholdRow, null> = {
  name: "entity-threshold",
  title: "Pass rate by entity threshold",
  definition: `Share of executions that would pass if this share of the expected entities were required, all else equal, over executions of answerable scenarios that expect entities: by the functional verdict, and by the judge's rule on its own findings (alignment at its threshold). Failed executions never pass. Dashed: ${REFERENCE} %.`,
  columns: [
    { key: "threshold", label: "entities required, %", format: "count" },
    { key: "passes", label: "functional passes", format: "count" },
    { key: "pass_rate", label: "functional pass rate", format: "percent" },
    { key: "delta", label: `passes against ${REFERENCE} %`, format: "count" },
    { key: "n", label: "n", format: "count" },
    { key: "judge_passes", label: "judge's passes", format: "count" },
    { key: "judge_pass_rate", label: "judge's pass rate", format: "percent" },
    { key: "judge_n", label: "n judged", format: "count" },
  ],
  read: (results) => ({ rows: results.entity_threshold.map((row) => ({ ...row })), facts: null }),
  caption: describeThreshold,
  flat: hardlyMoves,
  marks: ({ rows }) => scored(rows).length,
  spec: thresholdSpec,
  target: () => BEHIND,
  behind: BEHIND,
};

function scored(rows: readonly EntityThresholdRow[]): EntityThresholdRow[] {
  return rows.filter((row) => row.pass_rate !== null);
}

/** How much hangs on the choice of the threshold? */
function describeThreshold({ rows }: Data): string {
  const known = scored(rows);
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return "No execution of a scenario that expects entities has a functional verdict.";
  const moved = first.passes - last.passes;
  if (moved === 0)
    return `From ${first.threshold} to ${last.threshold} % of the entities required, the functional pass rate stays at ${percent(first.pass_rate)} (n = ${count(first.n)}).`;
  return `From ${first.threshold} to ${last.threshold} % of the entities required, the functional pass rate falls from ${percent(first.pass_rate)} to ${percent(last.pass_rate)}: ${count(moved)} of ${countOf(first.n, "execution")}.`;
}

/** A smaller share could not be seen in the curve. */
const VISIBLE = 0.01;

function hardlyMoves({ rows }: Data): string | null {
  const known = scored(rows);
  const spread = (rates: readonly (number | null)[]) => {
    const some = rates.filter((rate) => rate !== null);
    return some.length === 0 ? 0 : Math.max(...some) - Math.min(...some);
  };
  const curves = [known.map((row) => row.pass_rate), known.map((row) => row.judge_pass_rate)];
  if (curves.some((rates) => spread(rates) >= VISIBLE)) return null;
  const [first, last] = [known[0]!, known.at(-1)!];
  const moved = first.passes - last.passes;
  const range = `${first.threshold} or ${last.threshold} % of the entities required`;
  return moved === 0
    ? `The threshold makes no difference: ${range}, ${count(first.passes)} of ${countOf(first.n, "execution")} pass (${percent(first.pass_rate)}).`
    : `The threshold hardly matters: ${range}, ${count(moved)} of ${countOf(first.n, "execution")} no longer pass (${percent(first.pass_rate)}, ${percent(last.pass_rate)}).`;
}

function thresholdSpec({ rows }: Data, options: ChartOptions): TopLevelSpec {
  const { accent, muted } = options.theme;
  const thresholds = rows.map(({ threshold }) => threshold);
  const scale = { domain: [Math.min(...thresholds), Math.max(...thresholds)], nice: false };
  const x = {
    field: "threshold",
    type: "quantitative",
    title: "expected entities required, %",
    scale,
    axis: { ...ticksAt(thresholds.filter((at) => at % 10 === 0)), grid: false, labelFlush: false },
  };
  const y = {
    field: "pass_rate",
    type: "quantitative",
    title: "pass rate",
    scale: { domain: [0, 1] },
    axis: PERCENT_AXIS,
  };
  const color = (datum: (typeof VERDICTS)[number]) => ({
    datum,
    scale: { domain: [...VERDICTS], range: [accent, muted] },
    legend: { ...legendFor(VERDICTS, options), title: null },
  });
  const tooltip = [
    { field: "threshold" },
    { field: "pass_rate", title: "functional pass rate", format: ".1%" },
    { field: "passes" },
    { field: "n" },
    { field: "judge_pass_rate", title: "judge's pass rate", format: ".1%" },
  ];
  return {
    ...frame({ target: entityThreshold.target! }, scored(rows), options),
    width: options.width,
    height: plotHeight(options, 200),
    autosize: FIT,
    layer: [
      {
        data: { values: [{ at: REFERENCE }] },
        mark: { type: "rule", strokeDash: [4, 4], color: muted },
        encoding: { x: { ...x, field: "at" } },
      },
      {
        mark: { type: "line", strokeWidth: 1.5 },
        encoding: { x, y: { ...y, field: "judge_pass_rate" }, color: color(VERDICTS[1]) },
      },
      { mark: { type: "line", strokeWidth: 2 }, encoding: { x, y, color: color(VERDICTS[0]) } },
      {
        name: DATA,
        mark: { type: "point", filled: true, size: markSize(options, 50), opacity: 1 },
        encoding: { x, y, color: color(VERDICTS[0]), tooltip, ...hrefChannel(options) },
      },
    ],
  } as TopLevelSpec;
}
