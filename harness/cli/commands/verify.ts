import type { VerifyFlags } from "../../run/verify/run.ts";
import type { CliCommand } from "../flags/command.ts";

export const verifyCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    program
      .command("verify")
      .description("check every file of a run by its checksum, and recompute its metrics from the records")
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--accept <path>", "accept a changed file or folder of the run, then verify")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nNames each file that is missing, changed, swapped or unknown, with\nwhat repairs it; exit code 1.\n\nExamples:\n  $ scopebench runs verify latest\n  $ scopebench runs verify latest --accept ratings/ada.jsonl",
      )
      .action(async (run: string, flags: VerifyFlags) => {
        const { verifyCli } = await import("../../run/verify/run.ts");
        setExitCode(await verifyCli(run, flags, io));
      });
  },
};
