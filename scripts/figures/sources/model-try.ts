import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/model-try.ts";

export const modelTry: FigureSource = {
  name: "model-try",
  command: `node --import tsx ${SCRIPT}`,
  about:
    "`scopebench setup model try` against six servers whose answers stand on recorded exchanges or on their documentation: what each probe found, requests and seconds",
  measure: async () => ({ tables: printedTables(runScript(SCRIPT), ["servers"]), values: {} }),
};
