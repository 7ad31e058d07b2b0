import type { TopLevelSpec } from "vega-lite";
import type { Target } from "../../results/selection/target.ts";
import { configurationAxis, configurationSpace } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { FIT, hrefChannel, legendBeside, PERCENT_AXIS } from "../drawing/encode.ts";
import type { ChartOptions } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { partColors, rowHeight } from "../drawing/theme.ts";
import type { ConfigurationRow } from "./configurations.ts";

interface ShareBars<Row extends ConfigurationRow> {
  rows: readonly Row[];
  options: ChartOptions;
  target: (row: Row) => Target;
  /** What the parts of a bar are, from left to right, and their colours. */
  field: string;
  domain: readonly string[];
  range: readonly string[];
  tooltip: readonly object[];
}

/** Where every bar would be of one colour. */
export function oneOutcome<Row extends ShareRow>(rows: readonly Row[], outcome: (row: Row) => string): string | null {
  const outcomes = new Set(rows.filter(({ share }) => share > 0).map(outcome));
  const [only] = outcomes;
  return only !== undefined && outcomes.size === 1
    ? `Every expected id of every configuration has one outcome: ${only}.`
    : null;
}

interface ShareRow extends ConfigurationRow {
  share: number;
}

/** A bar per configuration, made of the shares of its expected ids. */
export function shareBars<Row extends ConfigurationRow>(bars: ShareBars<Row>): TopLevelSpec {
  const { rows, options, target, field, domain, range, tooltip } = bars;
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
    mark: { type: "bar", height: 0.6 * rowHeight(options) },
    encoding: {
      y: configurationAxis(configurations, options),
      x: {
        field: "share",
        type: "quantitative",
        title: "share of expected ids",
        stack: "zero",
        scale: { domain: [0, 1] },
        axis: PERCENT_AXIS,
      },
      color: {
        field,
        type: "nominal",
        title: null,
        scale: { domain, range: partColors(range, options.theme) },
        legend: legendBeside(domain, { options, beside: configurationSpace(rows, options) }),
      },
      order: { field: "order", type: "quantitative" },
      tooltip: [{ field: "configuration" }, { field }, ...tooltip],
      ...hrefChannel(options),
    },
  } as TopLevelSpec;
}
