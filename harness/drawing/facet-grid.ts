import type { ChartOptions } from "../figures/figure.ts";
import { labelExpression } from "./encode.ts";
import { FONT_SIZE, fontSizeOf } from "./theme.ts";

interface GridOptions {
  field: string;
  /** Panels in this order. */
  values: readonly string[];
  options: ChartOptions;
  /** Pixels, or of a panel's width. */
  height: number | ((width: number) => number);
  /** Heading of a panel; default: the value itself. */
  label?: (value: string) => string;
  /** Space that the shared axis and gaps take, in pixels. */
  axisSpace?: number;
  minimumWidth?: number;
  maximumWidth?: number;
}

/**
 * Panels side by side, as many as fit into the width (the rest in further rows): Vega-Lite does not fit facets by
 * itself. Every panel keeps its own axis labels, so that none has to be read across the figure.
 */
export function facetGrid(
  grid: GridOptions,
  layer: readonly object[],
): { transform: object[] } & Record<string, unknown> {
  const { field, values, options, height, label = (value) => value } = grid;
  // Panels may be as much smaller as their text is.
  const scale = fontSizeOf(options) / FONT_SIZE;
  const { axisSpace = 54 * scale, minimumWidth = 150 } = grid;
  const { maximumWidth = Number.POSITIVE_INFINITY } = grid;
  const fitting = Math.max(1, Math.floor((options.width - 24) / (minimumWidth * scale + axisSpace)));
  const lines = Math.ceil(Math.max(1, values.length) / fitting);
  const columns = Math.ceil(Math.max(1, values.length) / lines);
  const share = Math.floor((options.width - 24 - columns * axisSpace) / columns);
  const width = Math.min(maximumWidth, Math.max(80, share));
  return {
    // Headings are a column of their own: Vega-Lite ignores a label expression on the headers of wrapped facets.
    transform: [{ calculate: labelExpression(values, label, `datum[${JSON.stringify(field)}]`), as: "panel" }],
    facet: {
      field: "panel",
      type: "nominal",
      sort: values.map(label),
      title: null,
      header: { labelAnchor: "start", labelLimit: width },
    },
    columns,
    spec: { width, height: typeof height === "number" ? height : height(width), layer },
    spacing: 14,
    resolve: { axis: { x: "independent", y: "independent" } },
  };
}
