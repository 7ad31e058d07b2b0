import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/world-exposure.ts";

export const worldExposure: FigureSource = {
  name: "world-exposure",
  command: `node --import tsx ${SCRIPT}`,
  about:
    "What the workflow over live sources exposes in 200 generated worlds, asked by every member, with the caller's token and with sources that search with a service account; the model is a stand-in",
  measure: async () => ({ tables: printedTables(runScript(SCRIPT), ["exposure"]), values: {} }),
};
