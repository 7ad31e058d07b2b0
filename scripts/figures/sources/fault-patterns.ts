import { UserError } from "../../../base/user-error.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/fault-patterns.ts";

/** Reports of two public trackers, which no clone has: 2,503 of Apache Hadoop with 66 pairs of duplicates (GitBugs, CC BY 4.0), and what the last 2,500 patches of Vim 8.2 mend. */
export const faultPatterns: FigureSource = {
  name: "fault-patterns",
  command: `GITBUGS_HADOOP=<folder> VIM_PATCHES=<folder> node --import tsx ${SCRIPT} "Hadoop=$GITBUGS_HADOOP" "Vim=$VIM_PATCHES"`,
  about:
    "Fault patterns of 2,503 bug reports of Apache Hadoop (GitBugs, arXiv:2504.09651, CC BY 4.0) and of the problems that the last 2,500 patches of Vim 8.2 mend: how many pairs linked as duplicates are together, and new reports assigned against mined anew",
  measure: async () => {
    const { GITBUGS_HADOOP: hadoop, VIM_PATCHES: vim } = process.env;
    if (!hadoop || !vim)
      throw new UserError(
        "usage",
        "expected the folder of Hadoop's reports in GITBUGS_HADOOP, and of Vim's in VIM_PATCHES",
        {
          hint: "github.com/av9ash/gitbugs, hadoop, as a corpus folder; scripts/vim-patches.ts makes the other",
        },
      );
    return {
      tables: printedTables(runScript(SCRIPT, `Hadoop=${hadoop}`, `Vim=${vim}`), ["mined", "assigned", "differing"]),
      values: {},
    };
  },
};
