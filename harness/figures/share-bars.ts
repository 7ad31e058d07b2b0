import type { TopLevelSpec } from "vega-lite";
import { configurationAxis } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { FIT, hrefChannel } from "../drawing/encode.ts";
import { frame } from "../drawing/frame.ts";
import { isNarrow, rowHeight } from "../drawing/theme.ts";
import type { ConfigurationRow } from "./configurations.ts";
import type { ChartOptions, Target } from "./figure.ts";

interface ShareBars<Row extends ConfigurationRow> {
  rows: readonly Row[];
  options: ChartOptions;
  target: (row: Row) => Target;
  /** What the parts of a bar are, from left to right, and their colours. */
  field: string;
  domain: readonly string[];
  range: readonly string[];
  legendColumns: number;
  tooltip: readonly object[];
}

/** A bar per configuration, made of the shares of its expected ids. */
export function shareBars<Row extends ConfigurationRow>(bars: ShareBars<Row>): TopLevelSpec {
  const { rows, options, target, field, domain, range, legendColumns, tooltip } = bars;
  const configurations = rows.filter((row) => row[field] === domain[0]);
  return {
    ...frame(
      { target },
      rows.map((row) => ({ ...row, order: domain.indexOf(String(row[field])) })),
      options,
    ),
    width: options.width,
    height: configurations.length * rowHeight(options),
    autosize: FIT,
    name: DATA,
    mark: { type: "bar", height: Math.round(0.6 * rowHeight(options)) },
    encoding: {
      y: configurationAxis(configurations, options),
      x: {
        field: "share",
        type: "quantitative",
        title: "share of expected ids",
        stack: "zero",
        scale: { domain: [0, 1] },
        axis: { format: ".0%" },
      },
      color: {
        field,
        type: "nominal",
        title: null,
        scale: { domain, range },
        legend: { columns: isNarrow(options) ? 1 : legendColumns },
      },
      order: { field: "order", type: "quantitative" },
      tooltip: [{ field: "configuration" }, { field }, ...tooltip],
      ...hrefChannel(options),
    },
  } as TopLevelSpec;
}
