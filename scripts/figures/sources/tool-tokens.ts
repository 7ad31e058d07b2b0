import { UserError } from "../../../base/user-error.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/tool-tokens.ts";

export const toolTokens: FigureSource = {
  name: "tool-tokens",
  command: `node --import tsx ${SCRIPT} RUN`,
  about:
    "What each tool takes of every request of a ReAct agent, described in full and compactly (estimated at four characters a token), and what the default run's stand-ins, who read no description, got of it",
  measure: async ({ run }) => {
    if (run === undefined) throw new UserError("usage", "expected --run, a finished default run");
    return { tables: printedTables(runScript(SCRIPT, run), ["tools"]), values: {} };
  },
};
