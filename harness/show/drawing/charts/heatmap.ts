import type { TopLevelSpec } from "vega-lite";
import { labelSpace, rowLabelLimit } from "../configuration-axis.ts";
import { labelExpression, modelsIn } from "../encode.ts";
import { fontSizeOf, plotHeight } from "../theme.ts";
import { type Chart, dataLayer, whole } from "./parts.ts";

interface Heatmap extends Chart {
  /** What the lines are; the columns are models. */
  field: string;
  values: readonly string[];
  label: (value: string) => string;
}

/** Shares with their counts (columns `rate`, `passes`, `n`): the darker, the more. A model without any has an empty column. */
export function heatmap(chart: Heatmap): TopLevelSpec {
  const { rows, options, field, values, label } = chart;
  const models = modelsIn(rows, options);
  const fontSize = fontSizeOf(options);
  const labels = labelSpace(values.map(label), options);
  // As wide as what stands in a cell, or as the figure allows.
  const fitting = Math.floor((options.width - labels - 2 * fontSize) / Math.max(1, models.length));
  const narrow = fitting < 9.5 * fontSize;
  const cell = Math.max(20, Math.min(fitting, 13 * fontSize));
  const axis = { labelAngle: 0, orient: "top", domain: false, ticks: false, labelLimit: cell - 4 };
  const counts = `datum.passes + "/" + datum.n`;
  const rate = `format(100 * datum.rate, ".1f") + " %"`;
  const text = narrow ? `[${rate}, ${counts}]` : `${rate} + " · " + ${counts}`;
  const opacity = { field: "rate", type: "quantitative", scale: { domain: [0, 1], range: [0.03, 0.6] }, legend: null };
  const names = { labelExpr: labelExpression(values, label), labelLimit: rowLabelLimit(options) };
  const known = rows.filter((row) => row.rate !== null);
  return whole(
    { rows: known, options },
    {
      width: cell * models.length,
      height: plotHeight(options, (narrow ? 36 : 28) * values.length),
      encoding: {
        x: { field: "model", type: "nominal", title: null, sort: models, axis },
        y: { field, type: "nominal", title: null, sort: [...values], axis: names },
      },
      layer: [
        dataLayer(chart, {
          mark: { type: "rect", fill: options.theme.accent, stroke: options.theme.paper, strokeWidth: 3 },
          encoding: { fillOpacity: opacity },
        }),
        {
          transform: [{ calculate: text, as: "text" }],
          mark: { type: "text", lineHeight: 1.2 * fontSize, ...(narrow ? { dy: -0.6 * fontSize } : {}) },
          encoding: { text: { field: "text" } },
        },
      ],
    },
  );
}
