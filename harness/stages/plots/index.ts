import { countOf } from "../../../base/counts.ts";
import type { Stage } from "../../dag/stage.ts";
import { readResults } from "../../figures/read-results.ts";
import { FIGURES } from "../../figures/registry.ts";
import { STAGE_PARTS } from "../../run-directory/parts.ts";
import { runPath } from "../../run-directory/paths.ts";
import { writeFigures } from "./write-figures.ts";

/** Draws every figure to `plots/<name>.svg`, `.png` and `.pdf`, with its rows (`.csv`, `.json`) and a list in `index.json`. */
export const plotsStage: Stage = {
  name: "plots",
  version: 2,
  needs: ["score"],
  writes: STAGE_PARTS.plots,
  derived: true,
  configKeys: ({ plots }) => plots,
  async run({ runDirectory, outputDirectory = runDirectory, config, progress, signal }) {
    const results = await readResults(runDirectory);
    const written = await writeFigures({
      results,
      figures: FIGURES,
      plots: config.plots,
      folder: runPath(outputDirectory, "plots"),
      signal,
      progress: (done) => progress({ done, total: FIGURES.length }),
    });
    return `${countOf(written, "figure")} as SVG, PNG and PDF`;
  },
};
