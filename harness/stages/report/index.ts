import type { Stage } from "../../dag/stage.ts";
import { RUN_PATHS } from "../../run-directory/paths.ts";

/** Builds the notebook of the run into `report/`: a static site that works from any host, without a network. */
export const reportStage: Stage = {
  name: "report",
  version: 1,
  needs: ["plots"],
  writes: [RUN_PATHS.report],
  configKeys: () => null,
  run: async () => "not built yet",
};
