import type { StageName } from "../../record/run-directory/graph.ts";
import { stageNamed } from "../../run/start/stage-named.ts";
import { addCeilingOptions, type CeilingFlags, ceilingsOf } from "../flags/ceiling-options.ts";
import { addQueueOptions, type CliCommand, type QueueFlags, spreadOf } from "../flags/command.ts";

interface ResumeFlags extends QueueFlags, CeilingFlags {
  runsDir?: string;
  json?: boolean;
  until?: StageName;
  failed?: boolean;
}

export const resumeCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    const command = program
      .command("resume")
      .summary("continue a run: compute only what is missing or stale")
      .description("continue a run: compute only what is missing or stale")
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--until <stage>", "stop after this stage", stageNamed)
      .option("--failed", "also repeat executions that failed (error, timeout); wrong answers are kept")
      .option("--json", "print the summary as JSON at the end")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench resume latest\n  $ scopebench resume latest --failed\n  $ scopebench resume latest --max-cost 200     the run stopped at 100\n  $ scopebench resume runs/2026-11-21T10-42-07Z",
      );
    addQueueOptions(addCeilingOptions(command)).action(
      async (run: string, { runsDir, json = false, until, failed = false, ...flags }: ResumeFlags) => {
        const spread = await spreadOf(flags, io);
        const [{ openRun }, { continueRun }] = await Promise.all([
          import("../../record/run-directory/open-run.ts"),
          import("../../run/start/start-run.ts"),
        ]);
        const { runDirectory, config } = await openRun(run, { io, runsDir });
        setExitCode(
          await continueRun(runDirectory, config, { io, json, until, failed, spread, ceilings: ceilingsOf(flags) }),
        );
      },
    );
  },
};
