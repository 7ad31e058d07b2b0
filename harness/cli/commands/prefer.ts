import { Option } from "commander";
import type { CliCommand } from "../flags/command.ts";

interface PreferFlags {
  judge: "primary" | "calibration";
  runsDir?: string;
  json?: boolean;
}

export const preferCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    const prefer = program
      .command("prefer")
      .description("ask the judge which of two configurations it prefers, and summarize its and people's preferences")
      .addHelpText("after", EXAMPLES);
    prefer
      .command("answers", { isDefault: true })
      .description("ask the judge, blind and in both orders (short: `scopebench judge prefer RUN A B`)")
      .argument("<run>", "path, name, start of a name, or latest")
      .argument("<a>", "a configuration, such as explorer__react__prompt")
      .argument("<b>", "another one")
      .addOption(new Option("--judge <role>", "which judge").choices(["primary", "calibration"]).default("primary"))
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nA preference counts only if it holds in both orders.\nPreferences are kept in preferences/ and not asked for twice.\n\nExamples:\n  $ scopebench judge prefer latest explorer__react__prompt \\\n      explorer__react__skill",
      )
      .action(async (run: string, a: string, b: string, { runsDir, ...flags }: PreferFlags) => {
        const [{ openWholeRun }, { preferRun }] = await Promise.all([
          import("../../record/run-directory/open-run.ts"),
          import("../../run/judging/preferences.ts"),
        ]);
        setExitCode(await preferRun(await openWholeRun(run, { io, runsDir }), { ...flags, a, b, io }));
      });
    prefer
      .command("results")
      .description("show the preferences so far, of judges and of people")
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench judge prefer results latest\n  $ scopebench judge prefer results threads/2026-11-24T10-00-00Z",
      )
      .action(async (run: string, { runsDir, json }: { runsDir?: string; json?: boolean }) => {
        const [{ openWholeRun }, { printPreferences }] = await Promise.all([
          import("../../record/run-directory/open-run.ts"),
          import("../../run/judging/preference-results.ts"),
        ]);
        await printPreferences(await openWholeRun(run, { io, runsDir }), { json: json ?? false, io });
      });
  },
};

const EXAMPLES = `
Examples:
  $ scopebench judge prefer latest explorer__react__prompt \\
      explorer__react__skill
  $ scopebench judge prefer results latest`;
