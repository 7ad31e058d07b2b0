import { labelExpression } from "./encode.ts";
import type { ChartOptions } from "./figure.ts";
import { FONT_SIZE, fontSizeOf, LINE_BREAK } from "./theme.ts";
import { wrapWords } from "./wrap.ts";

export interface GridOptions {
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
  const narrowest = (minimumWidth * scale * Math.min(1, 2 * (options.stretch ?? 1))) / (options.whole ? 3 : 1);
  const panels = Math.max(1, values.length);
  const room = options.width - 24 * scale - axisSpace;
  const fitting = Math.max(1, Math.floor((room + SPACING) / (narrowest + SPACING)));
  const columns = Math.ceil(panels / Math.ceil(panels / fitting));
  const share = Math.floor((room - (columns - 1) * SPACING) / columns);
  const width = Math.min(maximumWidth, Math.max(40, share));
  const { heading, fontSize } = headings(values.map(label), { width, fontSize: fontSizeOf(options) });
  return {
    // Headings are a column of their own: Vega-Lite ignores a label expression on the headers of wrapped facets.
    transform: [
      {
        calculate: labelExpression(values, (value) => heading(label(value)), `datum[${JSON.stringify(field)}]`),
        as: "panel",
      },
    ],
    facet: {
      field: "panel",
      type: "nominal",
      sort: values.map((value) => heading(label(value))),
      title: null,
      header: {
        labelAnchor: "start",
        labelFontSize: fontSize,
        labelLineHeight: 1.2 * fontSize,
        labelLimit: width,
        labelPadding: 0.5 * fontSizeOf(options),
      },
    },
    columns,
    spec: { width, height, layer },
    spacing: { row: SPACING, column: SPACING },
    resolve: { axis: { x: panels % columns === 0 ? "shared" : "independent", y: "shared" } },
  };
}

/** Width of a bold letter, in em. */
const BOLD_LETTER = 0.62;
/** Smaller type than this share of the usual is not read. */
const SMALLEST = 0.7;

/** Headings no wider than their panels: in two lines, and smaller where one word is too long. */
function headings(labels: readonly string[], { width, fontSize }: { width: number; fontSize: number }) {
  const longest = Math.max(1, ...labels.flatMap((label) => label.split(" ")).map((word) => word.length));
  const fitting = Math.max(SMALLEST * fontSize, Math.min(fontSize, width / (BOLD_LETTER * longest)));
  const heading = (label: string) => {
    const [first = "", second, ...rest] = wrapWords(label, Math.floor(width / (BOLD_LETTER * fitting)));
    // What is longer yet, a name of any length, Vega cuts.
    return second === undefined ? first : [first, [second, ...rest].join(" ")].join(LINE_BREAK);
  };
  return { heading, fontSize: fitting };
}

/** Between panels, in pixels. */
const SPACING = 14;
