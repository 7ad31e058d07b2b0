import { UserError } from "../../../base/user-error.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/prompt-cache.ts";

/** Two runs of one configuration: of a version in which the thread's id stood near the beginning of every prompt, and of one in which it stands last. */
export const promptCache: FigureSource = {
  name: "prompt-cache",
  command: `PROMPT_CACHE_RUNS="BEFORE AFTER" node --import tsx ${SCRIPT} $PROMPT_CACHE_RUNS`,
  about:
    "Share of input tokens that a provider's prompt cache could serve, by workflow and knowledge mode, before and after the thread's id went to the end of every prompt; stand-ins, 5 scenarios",
  measure: async () => {
    const runs = process.env.PROMPT_CACHE_RUNS?.split(" ") ?? [];
    if (runs.length !== 2) throw new UserError("usage", "expected two run directories in PROMPT_CACHE_RUNS");
    return { tables: printedTables(runScript(SCRIPT, ...runs), ["shares"]), values: {} };
  },
};
