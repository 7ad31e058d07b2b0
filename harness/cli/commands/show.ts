import type { ListFlags } from "../../run/inspect/list-executions.ts";
import type { CliCommand } from "../flags/command.ts";

export const showCommand: CliCommand = {
  readsOnly: true,
  register(program, { io, setExitCode }) {
    program
      .command("show")
      .summary("list a run's executions, or read one as a transcript")
      .description(
        "print an execution as a transcript (of a scenario: its worst execution); without a name, list the run's executions",
      )
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .argument("[execution]", "such as explorer__react__skill__S003__0, or part of it")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--full", "full tool results instead of the previews the model saw")
      .option("--failed", "list only executions that fail the functional verdict (before scoring: the judge's)")
      .option("--all", "list: all of them, not only 20")
      .option("--family <name>", "list: only one family of scenarios, such as impact")
      .option("--grep <text>", "list: only those with this text in question, answer or error")
      .option(
        "--sort <by>",
        "order of the list: name, score or ndcg (worst first), time (longest first), or worst (failures first, as --failed)",
      )
      .option("--json", "as JSON")
      .addHelpText("after", EXAMPLES)
      .action(async (run: string, execution: string | undefined, flags: ShowFlags) => {
        const [{ openRun, tellDamage }, show, list] = await Promise.all([
          import("../../record/run-directory/open-run.ts"),
          import("../../run/inspect/show-execution.ts"),
          import("../../run/inspect/list-executions.ts"),
        ]);
        const opened = await openRun(run, { io, runsDir: flags.runsDir });
        if (await tellDamage(opened, io)) setExitCode(2);
        const matches = await show.findExecutions(opened, execution ?? "");
        const [only] = matches;
        if (execution !== undefined && matches.length === 1 && only)
          return show.printExecution(opened, only, { io, ...flags });
        const listed = await list.listExecutions(opened, matches, flags);
        const worst = isScenario(execution, matches, flags) ? list.worstOf(listed) : undefined;
        if (worst) {
          await show.printExecution(opened, worst, { io, full: flags.full ?? false });
          io.out(`\n${worst.scenario_id} by every configuration; above, the worst of them`);
        }
        list.printList(listed, {
          ...{ io, json: flags.json ?? false, all: flags.all ?? false, asked: execution !== undefined },
        });
      });
  },
};

/** Whether the name is a scenario's, and nothing but it was asked for. */
function isScenario(
  name: string | undefined,
  matches: readonly { scenario_id: string }[],
  { failed, family, grep, sort, json }: ShowFlags,
): boolean {
  const lists = failed || json || [family, grep, sort].some((flag) => flag !== undefined);
  return !lists && matches.every(({ scenario_id }) => scenario_id === name);
}

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
