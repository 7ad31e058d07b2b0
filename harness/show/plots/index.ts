import { countOf } from "../../../base/counts.ts";
import type { Stage, StageContext } from "../../dag/stage.ts";
import { colorOrder } from "../../record/config/matrix.ts";
import { GRAPH } from "../../record/run-directory/graph.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { readResults } from "../../results/analyses/read-results.ts";
import { FIGURES } from "../figures/registry.ts";
import { missingFigures } from "./missing-figures.ts";

/** Draws every figure to `plots/<name>.svg`, `.png` and `.pdf`, with its rows (`.csv`, `.json`) and a list in `index.json`. */
export const plotsStage = {
  name: "plots",
  ...GRAPH.plots,
  version: 2,
  derived: true,
  // A figure that says something else now is drawn again.
  settings: ({ plots }) => ({
    plots,
    figures: FIGURES.map(({ name, title, definition }) => ({ name, title, definition })),
  }),
  unreadable: async (runDirectory: string) => missingFigures(runDirectory).slice(0, 1),
  async run({ runDirectory, outputDirectory = runDirectory, config, progress, signal }: StageContext) {
    const { writeFigures } = await import("./write-figures.ts"); // Its libraries may be missing, and are for who draws.
    const results = await readResults(runDirectory);
    const written = await writeFigures({
      results,
      figures: FIGURES,
      config,
      models: colorOrder(config),
      folder: runPath(outputDirectory, "plots"),
      signal,
      progress: (done) => progress({ done, total: FIGURES.length }),
    });
    return `${countOf(written, "figure")} as SVG, PNG and PDF`;
  },
} satisfies Stage;
