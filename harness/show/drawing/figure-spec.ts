import type { TopLevelSpec } from "vega-lite";
import { FIT } from "./encode.ts";
import type { ChartOptions, Figure, FigureData } from "./figure.ts";
import { frame } from "./frame.ts";
import { panelSpec } from "./panels.ts";
import { fontSizeOf } from "./theme.ts";
import { wrapText } from "./wrap.ts";

/** What to draw of a figure's data: its own spec, or, where no mark would appear, the reason in words instead of an empty frame. */
export function figureSpec(figure: Figure, given: FigureData, chart: ChartOptions): TopLevelSpec {
  const data = onOneLine(given);
  const options = { ...chart, models: onOneLine(chart.models), target: figure.target, columns: figure.columns };
  if (figure.marks(data) > 0) return panelSpec(figure, data, options) ?? figure.spec(data, options);
  const fontSize = fontSizeOf(options) + 1;
  const text = wrapText(figure.caption(data), options.width - 2.5 * fontSize, fontSize);
  return {
    // The finding is the drawing here: the heading says what it is about.
    ...frame([{}], { ...chart, link: undefined, ...(options.title === undefined ? {} : { title: figure.title }) }),
    width: options.width,
    height: 1.4 * fontSize * text.length,
    autosize: FIT,
    view: { stroke: null },
    mark: {
      type: "text",
      align: "left",
      baseline: "top",
      fontSize,
      lineHeight: 1.35 * fontSize,
      color: options.theme.muted,
      text,
    },
    encoding: { x: { value: 0 }, y: { value: 4 } },
  } as TopLevelSpec;
}

/** Line separators in names become spaces: Vega-Lite writes names into expressions, whose parser takes no raw ones. */
function onOneLine<T>(value: T): T {
  const text = JSON.stringify(value);
  return /[\u2028\u2029]/.test(text) ? (JSON.parse(text.replace(/[\u2028\u2029]/g, " ")) as T) : value;
}
