import { Option } from "commander";
import type { CliCommand } from "../command.ts";

interface PreferFlags {
  judge: "primary" | "calibration";
  runsDir?: string;
  json?: boolean;
}

export const preferCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    program
      .command("prefer")
      .description("ask the judge which of two configurations' answers it prefers, blind and in both orders")
      .argument("<run>", "path, name, start of a name, or latest")
      .argument("<a>", "a configuration, such as explorer__react__prompt")
      .argument("<b>", "another one")
      .addOption(new Option("--judge <role>", "which judge").choices(["primary", "calibration"]).default("primary"))
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nA preference counts only if it holds in both orders.\nPreferences are kept in preferences/ and not asked for twice.\n\nExamples:\n  $ scopebench prefer latest explorer__react__prompt explorer__react__skill",
      )
      .action(async (run: string, a: string, b: string, { runsDir, ...flags }: PreferFlags) => {
        const [{ openWholeRun }, { preferRun }] = await Promise.all([
          import("../../run-directory/open-run.ts"),
          import("../../preferences/run.ts"),
        ]);
        setExitCode(await preferRun(await openWholeRun(run, { io, runsDir }), { ...flags, a, b, io }));
      });
  },
};
