import { existsSync } from "node:fs";
import { join } from "node:path";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { FIGURES } from "../figures/registry.ts";

/** Figures that this version shows and a run has not, in words: an older one drew it, which had others. */
export function missingFigures(runDirectory: string): string[] {
  return FIGURES.map(({ name }) => `${name}.json`)
    .filter((file) => !existsSync(join(runPath(runDirectory, "plots"), file)))
    .map((file) => `${RUN_PATHS.plots}/${file} is missing`);
}
