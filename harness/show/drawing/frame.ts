import type { TopLevelSpec } from "vega-lite";
import type { ChartOptions, FigureRow } from "./figure.ts";
import { chartConfig, fontSizeOf, titleSize } from "./theme.ts";
import { wrapText } from "./wrap.ts";

const SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json";

/** What all figures share around their marks: title, the notice inside the figure, data with links, configuration. */
export function frame(
  rows: readonly FigureRow[],
  options: ChartOptions,
): Omit<TopLevelSpec, "layer" | "mark" | "hconcat" | "vconcat" | "concat" | "facet" | "repeat" | "spec"> {
  const { title, notice } = options;
  const text = title ?? "";
  const fontSize = fontSizeOf(options);
  const width = options.width - 2.5 * fontSize;
  return {
    $schema: SCHEMA,
    config: chartConfig(options),
    data: { values: withLinks(rows, options) },
    ...(text !== "" || notice.length > 0
      ? {
          title: {
            text: lines(text, { width, fontSize: 1.09 * titleSize(options) }),
            subtitle: notice.flatMap((line) => lines(line, { width, fontSize })),
            // A name may be longer than a line.
            limit: width,
          },
        }
      : {}),
  };
}

/** Of a sentence with names of any length: a figure is no page of text. Ours are shorter, whatever the width. */
const MOST_LETTERS = 320;

function lines(text: string, { width, fontSize }: { width: number; fontSize: number }): string[] {
  return wrapText(text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)} …` : text, width, fontSize);
}

/** Rows with an `href` to the executions behind them, where the page gave addresses. */
function withLinks(rows: readonly FigureRow[], { link, target }: ChartOptions): FigureRow[] {
  if (!link || !target) return rows.map((row) => ({ ...row }));
  return rows.map((row) => ({ ...row, href: link(target(row)) }));
}
