import { type Command, Option } from "commander";
import type { CliCommand, CommandContext } from "../command.ts";

interface PacketFlags {
  judge: "primary" | "calibration";
  runsDir?: string;
}

export const packetsCommand: CliCommand = {
  register(program, context) {
    const packets = program
      .command("packets")
      .description("let an offline judge work on files: write the judging tasks, merge the answers")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench packets write latest --out to-judge\n  $ scopebench packets merge latest answers/",
      );
    registerWrite(packets, context);
    registerMerge(packets, context);
  },
};

function registerWrite(packets: Command, { io }: CommandContext): void {
  addCommon(packets.command("write").description("write a judging task for every verdict that is still waiting"))
    .option("--out <folder>", "default: packets/<judge>/ in the run")
    .addHelpText("after", "\nExamples:\n  $ scopebench packets write latest --out to-judge")
    .action(async (run: string, { runsDir, ...flags }: PacketFlags & { out?: string }) => {
      const [{ openWholeRun }, { writePackets }] = await Promise.all([
        import("../../run-directory/open-run.ts"),
        import("../../offline-judging/run.ts"),
      ]);
      await writePackets(await openWholeRun(run, { io, runsDir }), { ...flags, io });
    });
}

function registerMerge(packets: Command, { io, setExitCode }: CommandContext): void {
  addCommon(packets.command("merge").description("check answers and take the valid ones, each once"))
    .argument("<paths...>", "JSON or JSON Lines files, or folders of them")
    .addHelpText(
      "after",
      '\nOne answer: {"packet": "...", "judgement": {...}}, by form.schema.json.\nEnds with 1 when an answer was refused.\n\nExamples:\n  $ scopebench packets merge latest answers/',
    )
    .action(async (run: string, paths: string[], { runsDir, ...flags }: PacketFlags) => {
      const [{ openWholeRun }, { mergePackets }] = await Promise.all([
        import("../../run-directory/open-run.ts"),
        import("../../offline-judging/run.ts"),
      ]);
      setExitCode(await mergePackets(await openWholeRun(run, { io, runsDir }), { ...flags, paths, io }));
    });
}

function addCommon(command: Command): Command {
  return command
    .argument("<run>", "path, name, start of a name, or latest")
    .addOption(new Option("--judge <role>", "which judge").choices(["primary", "calibration"]).default("primary"))
    .option("--runs-dir <folder>", "where to look for runs");
}
