import type { ListFlags } from "../../show/list-executions.ts";
import type { CliCommand } from "../command.ts";

export const showCommand: CliCommand = {
  readsOnly: true,
  register(program, { io, setExitCode }) {
    program
      .command("show")
      .description("print an execution as a transcript; without a name, list the run's executions")
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .argument("[execution]", "such as explorer__react__skill__S003__0, or part of it")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--full", "full tool results instead of the previews the model saw")
      .option(
        "--failed",
        "list: only those that do not pass, by the functional verdict (before scoring by the judge's)",
      )
      .option("--family <name>", "list: only one family of scenarios, such as impact")
      .option("--grep <text>", "list: only those with this text in question, answer or error")
      .option("--sort <by>", "list: by name, score, ndcg (the worst first) or time (the longest first)")
      .option("--json", "as JSON")
      .addHelpText("after", EXAMPLES)
      .action(async (run: string, execution: string | undefined, flags: ShowFlags) => {
        const [{ openRun, tellDamage }, show, list] = await Promise.all([
          import("../../run-directory/open-run.ts"),
          import("../../show/show-execution.ts"),
          import("../../show/list-executions.ts"),
        ]);
        const opened = await openRun(run, { io, runsDir: flags.runsDir });
        if (await tellDamage(opened, io)) setExitCode(2);
        const matches = await show.findExecutions(opened, execution ?? "");
        const [only] = matches;
        if (execution !== undefined && matches.length === 1 && only)
          return show.printExecution(opened, only, { io, ...flags });
        const listed = await list.listExecutions(opened, matches, flags);
        list.printList(listed, { io, json: flags.json ?? false, asked: execution !== undefined });
      });
  },
};

interface ShowFlags extends ListFlags {
  runsDir?: string;
  full?: boolean;
  json?: boolean;
}

const EXAMPLES = `
Examples:
  $ scopebench show latest
  $ scopebench show latest --failed --sort score
  $ scopebench show latest sprinter --family impact --grep handover
  $ scopebench show latest sprinter__react__prompt__S003
  $ scopebench show latest S003 | less`;
