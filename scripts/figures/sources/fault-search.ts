import { UserError } from "../../../base/user-error.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/fault-search.ts";

/** Reports of Apache Hadoop, which no clone has, and a cross-encoder, which `scripts/cross-encoder.ts` fetches. */
export const faultSearch: FigureSource = {
  name: "fault-search",
  command: `GITBUGS_HADOOP=<folder> CROSS_ENCODER=<folder> node --import tsx ${SCRIPT} "$GITBUGS_HADOOP" --cross-encoder "$CROSS_ENCODER"`,
  about:
    "The suite of faults over 2,503 bug reports of Apache Hadoop (GitBugs, arXiv:2504.09651, CC BY 4.0): earlier reports found by four pipelines, each against each, and milliseconds a question",
  measure: async () => {
    const { GITBUGS_HADOOP: folder, CROSS_ENCODER: model } = process.env;
    if (!folder || !model)
      throw new UserError(
        "usage",
        "expected the folder of Hadoop's reports in GITBUGS_HADOOP, and a model's in CROSS_ENCODER",
        {
          hint: "github.com/av9ash/gitbugs, hadoop, as a corpus folder; scripts/cross-encoder.ts makes the model's",
        },
      );
    const printed = runScript(SCRIPT, folder, "--cross-encoder", model);
    return { tables: printedTables(printed, ["found", "pairs", "times"]), values: {} };
  },
};
