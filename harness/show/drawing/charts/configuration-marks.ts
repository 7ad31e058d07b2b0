import { workflowLabel } from "../../../print/format.ts";
import { DATA } from "../data-marks.ts";
import { legendAbove, levelChannel, levelsIn, lightnessOf, modelColor, modelsIn } from "../encode.ts";
import { markSize } from "../theme.ts";
import { shapeOf } from "../workflow-shapes.ts";
import { type Chart, dataLayer, type Layer } from "./parts.ts";

/**
 * The mark of a configuration in three layers: a plate of the paper's colour, so that lines behind do not shine through;
 * the fill, whose opacity is the knowledge mode; the outline with shape and link.
 */
export function configurationMarks(position: object, drawn: DrawnMarks): Layer[] {
  const { rows, options, legends = "none", size = 90, name = DATA } = drawn;
  const legend = <T extends object>(channel: T) => (legends === "none" ? { ...channel, legend: null } : channel);
  const model = modelColor(options, modelsIn(rows, options));
  const color = legends === "all" ? model : { ...model, legend: null };
  const shape = legend(
    levelChannel("workflow", {
      rows,
      sign: shapeOf,
      legend: legendAbove(levelsIn(rows, "workflow").map(workflowLabel), options),
    }),
  );
  const lightness = legend(levelChannel("knowledge", { rows, sign: lightnessOf, legend: { symbolType: "circle" } }));
  const mark = { type: "point", size: markSize(options, size), strokeWidth: 1.5, opacity: 1 };
  const fill = { ...mark, filled: true, strokeWidth: 0 };
  return [
    { mark: { ...fill, color: options.theme.paper }, encoding: { ...position, shape } },
    { mark: fill, encoding: { ...position, color, shape, opacity: lightness } },
    dataLayer(drawn, {
      ...{ name, mark: { ...mark, filled: false, fill: "transparent" }, encoding: { ...position, color, shape } },
    }),
  ];
}

/** `rows`: of the whole figure; only what occurs is in its legends. */
interface DrawnMarks extends Chart {
  /** None where row labels say it all; without the models where panels are named by them. */
  legends?: "all" | "without models" | "none";
  size?: number;
  /** Of the layer with the outlines, one for each row. */
  name?: string;
}
