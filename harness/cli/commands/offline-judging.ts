import { type Command, Option } from "commander";
import type { CliCommand, CommandContext } from "../flags/command.ts";

interface OfflineFlags {
  judge: "primary" | "calibration";
  runsDir?: string;
}

export const offlineJudgingCommand: CliCommand = {
  register(program, context) {
    const tasks = program
      .command("offline")
      .description("let an offline judge work on files: write the judging tasks, merge the answers")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench judge offline write latest --out to-judge\n  $ scopebench judge offline merge latest answers/",
      );
    registerWrite(tasks, context);
    registerMerge(tasks, context);
  },
};

function registerWrite(tasks: Command, { io }: CommandContext): void {
  addCommon(tasks.command("write").description("write a judging task for every pending verdict"))
    .option("--out <folder>", "default: packets/<judge>/ in the run")
    .addHelpText("after", "\nExamples:\n  $ scopebench judge offline write latest --out to-judge")
    .action(async (run: string, { runsDir, ...flags }: OfflineFlags & { out?: string }) => {
      const [{ openWholeRun }, { writeJudgingTasks }] = await Promise.all([
        import("../../record/run-directory/open-run.ts"),
        import("../../judge/offline/run.ts"),
      ]);
      await writeJudgingTasks(await openWholeRun(run, { io, runsDir }), { ...flags, io });
    });
}

function registerMerge(tasks: Command, { io, setExitCode }: CommandContext): void {
  addCommon(tasks.command("merge").description("validate answers and merge each valid one once"))
    .argument("<paths...>", "JSON or JSON Lines files, or folders of them")
    .addHelpText(
      "after",
      '\nOne answer: {"packet": "...", "judgement": {...}}, by form.schema.json.\nEnds with 1 when an answer was refused.\n\nExamples:\n  $ scopebench judge offline merge latest answers/',
    )
    .action(async (run: string, paths: string[], { runsDir, ...flags }: OfflineFlags) => {
      const [{ openWholeRun }, { mergeOfflineAnswers }] = await Promise.all([
        import("../../record/run-directory/open-run.ts"),
        import("../../judge/offline/run.ts"),
      ]);
      setExitCode(await mergeOfflineAnswers(await openWholeRun(run, { io, runsDir }), { ...flags, paths, io }));
    });
}

function addCommon(command: Command): Command {
  return command
    .argument("<run>", "path, name, start of a name, or latest")
    .addOption(new Option("--judge <role>", "which judge").choices(["primary", "calibration"]).default("primary"))
    .option("--runs-dir <folder>", "where to look for runs");
}
