import { countOf } from "../../../base/counts.ts";
import { count, percent } from "../../print/format.ts";
import type { EntityThreshold } from "../../results/analyses/entity-threshold.ts";
import type { Target } from "../../results/selection/target.ts";
import { thresholdCurves } from "../drawing/charts/curve.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { ChartOptions, ChartSpec, Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { valued } from "./flat.ts";

/** The study's own threshold, in percent. */
const REFERENCE = 80;

export type EntityThresholdRow = EntityThreshold & FigureRow;
type Data = FigureData<EntityThresholdRow>;

/** Executions whose scenario expects entities; failed ones cover none. */
const BEHIND: Target = { answerable: "true", metric: "functional_pass,entity_coverage", has: "value" };

export const entityThreshold: Figure<EntityThresholdRow, null> = {
  name: "entity-threshold",
  title: "Pass rate by entity threshold",
  definition: `Share of executions that would pass if this share of the expected entities were required, all else equal, over executions of answerable scenarios that expect entities: by the functional verdict, and by the judge's rule on its own findings (alignment at its threshold). Failed executions never pass. Dashed: ${REFERENCE} %.`,
  columns: columnsOf({
    threshold: ["count", "entities required, %"],
    passes: ["count", "functional passes"],
    pass_rate: ["percent", "functional pass rate"],
    delta: ["count", `passes against ${REFERENCE} %`],
    n: "count",
    judge_passes: ["count", "judge's passes"],
    judge_pass_rate: ["percent", "judge's pass rate"],
    judge_n: ["count", "n judged"],
  }),
  read: (results) => ({ rows: results.entity_threshold.map((row) => ({ ...row })), facts: null }),
  caption: describeThreshold,
  flat: hardlyMoves,
  marks: ({ rows }) => valued(rows, "pass_rate").length,
  spec: drawThresholds,
  target: () => BEHIND,
  behind: BEHIND,
};

/** How much hangs on the choice of the threshold? */
function describeThreshold({ rows }: Data): string {
  const known = valued(rows, "pass_rate");
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
  const known = valued(rows, "pass_rate");
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
    ? `The threshold makes no difference: ${range}, ${count(first.passes)} of ${countOf(first.n, "execution")} ${first.n === 1 ? "passes" : "pass"} (${percent(first.pass_rate)}).`
    : `The threshold hardly matters: ${range}, ${count(moved)} of ${countOf(first.n, "execution")} no longer pass (${percent(first.pass_rate)}, ${percent(last.pass_rate)}).`;
}

function drawThresholds({ rows }: Data, options: ChartOptions): ChartSpec {
  const thresholds = rows.map(({ threshold }) => threshold);
  const [least, most] = [Math.min(...thresholds), Math.max(...thresholds)];
  const ticks = thresholds.filter((at) => at % 10 === 0);
  return thresholdCurves({
    ...{ rows: valued(rows, "pass_rate"), options, reference: REFERENCE },
    x: {
      field: "threshold",
      title: "expected entities required, %",
      domain: [least, most],
      exact: true,
      allTicks: ticks,
      bare: true,
    },
    y: { title: "pass rate", domain: [0, 1], percent: true },
    curves: [
      { field: "pass_rate", name: "functional verdict" },
      { field: "judge_pass_rate", name: "judge's verdict" },
    ],
    tooltip: ["threshold", "pass_rate", "passes", "n", "judge_pass_rate"],
  });
}
