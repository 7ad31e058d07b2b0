import { jsonText } from "../../print/json-text.ts";
import type { CliCommand } from "../flags/command.ts";

export const runsCommand: CliCommand = {
  readsOnly: true,
  register(program, { io }) {
    program
      .command("list", { isDefault: true })
      .description("list runs (the default): state, executions, functional pass rate and the judge's, cost")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        '\nn: executions; "of" gives those expected while some are missing.\nExamples:\n  $ scopebench runs\n  $ scopebench runs list --json | jq \'.[] | select(.state != "complete") | .run\'',
      )
      .action(async ({ runsDir, json }: { runsDir?: string; json?: boolean }) => {
        const [{ loadConfig }, { printRuns, runRows }] = await Promise.all([
          import("../../record/config/load.ts"),
          import("../../run/inspect/list-runs.ts"),
        ]);
        const { runs_dir: folder } = await loadConfig({
          cwd: io.cwd,
          environment: io.environment,
          flags: { runsDir },
        });
        const rows = await runRows(folder);
        if (json) io.out(jsonText(rows, {}));
        else printRuns(rows, { folder, io });
      });
  },
};
