import { UserError } from "../../../base/user-error.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/descriptions.ts";

export const descriptions: FigureSource = {
  name: "descriptions",
  command: `LOCAL_MODEL=<address> DESCRIPTIONS_RUNS=<folder> node --import tsx ${SCRIPT} --address $LOCAL_MODEL --runs $DESCRIPTIONS_RUNS`,
  about:
    "The tiny model of examples/local-model (135 million parameters, served with --whole-tools) as a ReAct agent whose tools are described in full and compactly, over the same scenarios: how its executions ended, tokens, calls and outcomes of one, and paired differences. Nothing of larger models follows",
  measure: async () => {
    const { LOCAL_MODEL: address, DESCRIPTIONS_RUNS: runs } = process.env;
    if (!address || !runs)
      throw new UserError("usage", "expected LOCAL_MODEL and DESCRIPTIONS_RUNS in the environment");
    return { tables: printedTables(runScript(SCRIPT, "--address", address, "--runs", runs), ["paired"]), values: {} };
  },
};
