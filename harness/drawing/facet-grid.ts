import type { ChartOptions } from "../figures/figure.ts";
import { labelExpression } from "./encode.ts";
import { FONT_SIZE, fontSizeOf } from "./theme.ts";

interface GridOptions {
  field: string;
  /** Panels in this order. */
  values: readonly string[];
  options: ChartOptions;
  /** Pixels. */
  height: number;
  /** Heading of a panel; default: the value itself. */
  label?: (value: string) => string;
  /** Space that the shared axis and gaps take, in pixels. */
  axisSpace?: number;
  minimumWidth?: number;
  maximumWidth?: number;
}

/**
 * Panels side by side, as many as fit into the width (the rest in further rows): Vega-Lite does not fit facets by
 * itself. A row of panels shares its vertical axis; the horizontal one is below each panel unless all rows are full.
 */
export function facetGrid(
  grid: GridOptions,
  layer: readonly object[],
): { transform: object[] } & Record<string, unknown> {
  const { field, values, options, height, label = (value) => value } = grid;
  // Panels may be as much smaller as their text is, and narrower yet where they have to be low.
  const scale = fontSizeOf(options) / FONT_SIZE;
  const { axisSpace = 54 * scale, minimumWidth = 150, maximumWidth = Number.POSITIVE_INFINITY } = grid;
  const narrowest = minimumWidth * scale * Math.min(1, 2 * (options.stretch ?? 1));
  const panels = Math.max(1, values.length);
  const room = options.width - 24 * scale - axisSpace;
  const fitting = Math.max(1, Math.floor((room + SPACING) / (narrowest + SPACING)));
  const columns = Math.ceil(panels / Math.ceil(panels / fitting));
  const share = Math.floor((room - (columns - 1) * SPACING) / columns);
  const width = Math.min(maximumWidth, Math.max(40, share));
  return {
    // Headings are a column of their own: Vega-Lite ignores a label expression on the headers of wrapped facets.
    transform: [{ calculate: labelExpression(values, label, `datum[${JSON.stringify(field)}]`), as: "panel" }],
    facet: {
      field: "panel",
      type: "nominal",
      sort: values.map(label),
      title: null,
      header: { labelAnchor: "start", labelLimit: width, labelPadding: 0.5 * fontSizeOf(options) },
    },
    columns,
    spec: { width, height, layer },
    spacing: { row: SPACING, column: SPACING },
    resolve: { axis: { x: panels % columns === 0 ? "shared" : "independent", y: "shared" } },
  };
}

/** Between panels, in pixels. */
const SPACING = 14;
