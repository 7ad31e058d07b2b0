import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/adversaries.ts";

export const adversaries: FigureSource = {
  name: "adversaries",
  command: `node --import tsx ${SCRIPT}`,
  about:
    "Endpoints that cheat, fail or break the protocol through the whole chain, over 260 scenarios of the default corpus, five times the default run's, by keyword_rag, and those that call tools by react, too: how their executions ended, what passes, and the headline metrics",
  measure: async () => ({ tables: printedTables(runScript(SCRIPT), ["endpoints"]), values: {} }),
};
