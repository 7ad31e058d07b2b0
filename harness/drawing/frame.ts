import type { TopLevelSpec } from "vega-lite";
import type { ChartOptions, Figure, FigureRow } from "../figures/figure.ts";
import { chartConfig, fontSizeOf } from "./theme.ts";
import { wrapText } from "./wrap.ts";

const SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json";

/** What all figures share around their marks: title, the notice inside the figure, data with links, configuration. */
export function frame<Row extends FigureRow>(
  figure: Pick<Figure<Row>, "target">,
  rows: readonly Row[],
  options: ChartOptions,
): Omit<TopLevelSpec, "layer" | "mark" | "hconcat" | "vconcat" | "concat" | "facet" | "repeat" | "spec"> {
  const { title, notice } = options;
  const text = title ?? "";
  const fontSize = fontSizeOf(options);
  return {
    $schema: SCHEMA,
    config: chartConfig(options),
    data: { values: withLinks(figure, rows, options) },
    ...(text !== "" || notice.length > 0
      ? {
          title: {
            text: wrapText(text, options.width - 30, 1.4 * fontSize),
            subtitle: notice.flatMap((line) => wrapText(line, options.width - 40, fontSize)),
          },
        }
      : {}),
  };
}

/** Rows with an `href` to the executions behind them, where the page gave addresses. */
function withLinks<Row extends FigureRow>(
  figure: Pick<Figure<Row>, "target">,
  rows: readonly Row[],
  { link }: ChartOptions,
): FigureRow[] {
  const { target } = figure;
  if (!link || !target) return rows.map((row) => ({ ...row }));
  return rows.map((row) => ({ ...row, href: link(target(row)) }));
}
