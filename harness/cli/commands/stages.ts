import type { CliCommand } from "../flags/command.ts";

export const stagesCommand: CliCommand = {
  readsOnly: true,
  register(program, { io }) {
    program
      .command("stages")
      .description("draw the graph of a run's stages: state, why a stage would run again, records, seconds")
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--dot", "as a graph for Graphviz, with what each stage reads")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        `
complete     made from what is there now
stale        what it was made from has changed, or a file is gone
waiting      complete, but a stage before it is not
interrupted  resume continues from its finished records

Examples:
  $ scopebench runs stages
  $ scopebench runs stages --dot | dot -Tsvg > stages.svg
  $ scopebench runs stages --json | jq '.stages[] | select(.state == "stale")'`,
      )
      .action(async (run: string, flags: { runsDir?: string; dot?: boolean; json?: boolean }) => {
        const [{ openRun }, { showStages }] = await Promise.all([
          import("../../record/run-directory/open-run.ts"),
          import("../../run/inspect/show-stages.ts"),
        ]);
        const opened = await openRun(run, { io, runsDir: flags.runsDir });
        await showStages(opened, { io, form: flags.json ? "json" : flags.dot ? "dot" : "text" });
      });
  },
};
