import { UserError } from "../../../base/user-error.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/fault-patterns.ts";

/** Reports of Apache Hadoop, which no clone has: 2,503 with 66 pairs of duplicates, of GitBugs (CC BY 4.0). */
export const faultPatterns: FigureSource = {
  name: "fault-patterns",
  command: `GITBUGS_HADOOP=<folder> node --import tsx ${SCRIPT} "$GITBUGS_HADOOP"`,
  about:
    "Fault patterns of 2,503 bug reports of Apache Hadoop (GitBugs, arXiv:2504.09651, CC BY 4.0): how many pairs linked as duplicates are together, and new reports assigned against built anew",
  measure: async () => {
    const folder = process.env.GITBUGS_HADOOP;
    if (!folder)
      throw new UserError("usage", "expected the folder of Hadoop's reports in GITBUGS_HADOOP", {
        hint: "github.com/av9ash/gitbugs, hadoop, as a corpus folder",
      });
    return { tables: printedTables(runScript(SCRIPT, folder), ["mined", "assigned"]), values: {} };
  },
};
