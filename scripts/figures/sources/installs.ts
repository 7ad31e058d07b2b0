import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/installs.ts";

/** What each installation brings, from npm's registry into empty folders. */
export const installs: FigureSource = {
  name: "installs",
  command: `node --import tsx ${SCRIPT}`,
  about:
    "What npm installs into an empty folder with an empty cache: size, packages, seconds (of a busy machine and its network), warnings about Node's version",
  measure: async () => ({ tables: printedTables(runScript(SCRIPT), ["installs"]), values: {} }),
};
