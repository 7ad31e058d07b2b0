import type { PackFlags, UnpackFlags } from "../../run/pack/run.ts";
import { type CliCommand, parsePositive } from "../flags/command.ts";

export const packCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("pack")
      .description("pack a run into one checksummed file, after searching it for secrets")
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .option("--to <file>", "default: the run's name with .scopebench.zip, here")
      .option("--anonymise", "for double-blind review: without names of models, judges, folders, hosts")
      .option("--allow-lookalikes", "pack even if something looks like a key")
      .option("--live-contents", "pack a run on live sources, with what callers were shown of them")
      .option("--runs-dir <folder>", "where to look for runs")
      .addHelpText(
        "after",
        "\nLeft out: the agent's own databases (state/), which only extracting again needs.\n\nExamples:\n  $ scopebench runs pack latest\n  $ scopebench runs pack latest --to review.zip --anonymise",
      )
      .action(async (run: string, flags: PackFlags) => {
        const { packCli } = await import("../../run/pack/run.ts");
        await packCli(run, flags, io);
      });
  },
};

export const unpackCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("unpack")
      .description("unpack a packed run; refuses a changed archive and names the file")
      .argument("<file>", "archive written by `scopebench runs pack`")
      .option("--to <folder>", "default: the file's name under runs/")
      .option("--max-files <n>", "refuse an archive of more files (default: 200000)", parsePositive)
      .option("--max-mib <n>", "refuse one that is larger, unpacked (default: 16384)", parsePositive)
      .option(
        "--max-ratio <n>",
        "refuse one whose unpacked size is more than n times its own (default: 100)",
        parsePositive,
      )
      .addHelpText("after", "\nExamples:\n  $ scopebench runs unpack review.zip\n  $ scopebench runs verify review")
      .action(async (file: string, flags: UnpackFlags) => {
        const { unpackCli } = await import("../../run/pack/run.ts");
        await unpackCli(file, flags, io);
      });
  },
};
