import type { TopLevelSpec } from "vega-lite";
import { chartConfig, LIGHT } from "../../show/drawing/theme.ts";
import { draw } from "../../show/plots/draw.ts";
import { withFonts } from "../../show/plots/font-files.ts";
import type { StudyResults } from "./analyse.ts";

const WIDTH = 640;

/** Each person's difference by scale as boxplots, whiskers to the farthest within 1.5 interquartile ranges; a self-contained SVG. */
export function drawStudy({ a, b, scales, kpi }: StudyResults): Promise<string> {
  const results = [...scales, kpi];
  const values = results.flatMap(({ scale, differences }) => differences.map((one) => ({ scale, ...one })));
  const makeSpec = ({ width }: { width: number }): TopLevelSpec => ({
    config: chartConfig({ width, theme: LIGHT }),
    title: { text: `${a} minus ${b}, by person`, limit: width },
    width: width - 240,
    height: { step: 26 },
    data: { values },
    encoding: {
      y: { field: "scale", type: "nominal", sort: results.map(({ scale }) => scale), title: null },
      x: { field: "difference", type: "quantitative", title: "difference, -6 to 6" },
    },
    layer: [
      {
        mark: { type: "rule", color: LIGHT.muted },
        encoding: { x: { datum: 0 }, y: { value: "height" }, y2: { value: 0 } },
      },
      {
        mark: {
          type: "boxplot",
          extent: 1.5,
          size: 12,
          color: LIGHT.accent,
          median: { color: LIGHT.paper },
          outliers: { color: LIGHT.ink, size: 14 },
        },
      },
    ],
  });
  return withFonts(async ({ fonts }) => {
    const { svg, view } = await draw({ makeSpec, width: WIDTH, theme: LIGHT, fonts });
    view.finalize();
    return svg;
  });
}
