import type { CliCommand } from "../command.ts";

export const showCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("show")
      .description("an execution as a readable transcript; without one, the executions of the run")
      .argument("[run]", "path, name, beginning of a name, or latest", "latest")
      .argument("[execution]", "such as explorer__react__skill__S003__0, or a part of it")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--full", "full tool results, not what the model saw")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench show latest\n  $ scopebench show latest sprinter__react__prompt__S003\n  $ scopebench show latest S003 | less",
      )
      .action(
        async (
          run: string,
          execution: string | undefined,
          flags: { runsDir?: string; full?: boolean; json?: boolean },
        ) => {
          const [{ openRun }, show] = await Promise.all([import("../open-run.ts"), import("../show-execution.ts")]);
          const opened = await openRun(run, { io, runsDir: flags.runsDir });
          const matches = await show.findExecutions(opened, execution ?? "");
          if (execution !== undefined && matches.length === 1)
            return show.printExecution(opened, matches[0] as (typeof matches)[number], { io, ...flags });
          show.printList(matches, { io, json: flags.json ?? false, asked: execution });
        },
      );
  },
};
