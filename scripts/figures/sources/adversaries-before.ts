import { UserError } from "../../../base/user-error.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/adversaries-before.ts";

/** Two versions of the product over the same endpoints: commit 7acb2fb9, before most of what they found was mended, and this one. */
export const adversariesBefore: FigureSource = {
  name: "adversaries-before",
  command: `ADVERSARIES_BEFORE=<worktree of 7acb2fb9> node --import tsx ${SCRIPT} $ADVERSARIES_BEFORE --limit \${ADVERSARIES_LIMIT:-52}`,
  about:
    "The same endpoints over HTTP, each run by the product of 7acb2fb9 and by this one over the default run's scenarios, or so many spread over them, by keyword_rag: what passes and the headline metrics, before and after",
  measure: async () => {
    const { ADVERSARIES_BEFORE: before, ADVERSARIES_LIMIT: limit = "52", ADVERSARIES_KEEP: keep } = process.env;
    if (!before) throw new UserError("usage", "expected a worktree of commit 7acb2fb9 in ADVERSARIES_BEFORE");
    const output = runScript(SCRIPT, before, "--limit", limit, ...(keep ? ["--keep", keep] : []));
    return { tables: printedTables(output, ["endpoints"]), values: {} };
  },
};
