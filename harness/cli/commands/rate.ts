import { type Command, InvalidArgumentError, Option } from "commander";
import {
  ALLOW_HOST,
  type CliCommand,
  type CommandContext,
  numberOf,
  parsePort,
  parsePositive,
} from "../flags/command.ts";

interface RateFlags {
  rater: string;
  sample?: number;
  until?: number;
  page?: boolean;
  port?: number;
  allowHost?: string[];
  runsDir?: string;
}

const RUN = ["[run]", "path, name, start of a name, or latest", "latest"] as const;

export const rateCommand: CliCommand = {
  register(program, context) {
    const rate = program
      .command("rate")
      .description("rate answers without seeing their configuration, and compare your ratings with the judge's")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench judge rate latest --rater ada\n  $ scopebench judge rate results latest",
      );
    registerForm(rate, context);
    registerTransfer(rate, context);
    registerResults(rate, context);
  },
};

function registerForm(rate: Command, { io }: CommandContext): void {
  rate
    .command("answers", { isDefault: true })
    .description("the rating form; `scopebench judge rate RUN` is the same")
    .argument(...RUN)
    .requiredOption("--rater <name>", "name of the rater; each has an order of their own and can continue later")
    .option("--sample <n>", "executions to rate, the same for all raters of a run (default: 60)", parsePositive)
    .addOption(
      new Option(
        "--until <half width>",
        "answers drawn with known chances, those the judge is least sure of more often, until the pass rate corrected by people is known to within so much, such as .05",
      )
        .argParser(parseHalfWidth)
        .conflicts("sample"),
    )
    .option("--page", "rate in the browser, on this machine only, instead of the terminal")
    .option("-p, --port <port>", "of the page (default: a free one)", parsePort)
    .option(...ALLOW_HOST)
    .option("--runs-dir <folder>", "where to look for runs")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench judge rate latest --rater ada\n  $ scopebench judge rate latest --rater ada --page\n  $ scopebench judge rate latest --rater ada --until .05\n  $ scopebench judge rate results latest",
    )
    .action(async (run: string, { runsDir, allowHost, ...flags }: RateFlags) => {
      const [{ openWholeRun }, { rateRun }] = await Promise.all([
        import("../../record/run-directory/open-run.ts"),
        import("../../run/judging/rate.ts"),
      ]);
      await rateRun(await openWholeRun(run, { io, runsDir }), { ...flags, hosts: allowHost, io });
    });
}

/** For `--until +-.05`. */
function parseHalfWidth(text: string): number {
  const value = numberOf(text.trim().replace(/^(\+-|±)/, ""));
  if (value > 0 && value < 0.5) return value;
  throw new InvalidArgumentError("expected half the width of an interval, such as .05");
}

function registerTransfer(rate: Command, { io }: CommandContext): void {
  const runsDir = ["--runs-dir <folder>", "where to look for runs"] as const;
  rate
    .command("export")
    .description("all ratings as CSV, one line each, on stdout")
    .argument(...RUN)
    .option("--judge", "also export the judge's verdicts on the same executions, as rater `judge`")
    .option(...runsDir)
    .addHelpText("after", "\nExamples:\n  $ scopebench judge rate export latest --judge > ratings.csv")
    .action(async (run: string, flags: { judge?: boolean; runsDir?: string }) => {
      const [{ openWholeRun }, { exportRatings }] = await Promise.all([
        import("../../record/run-directory/open-run.ts"),
        import("../../run/judging/ratings-file.ts"),
      ]);
      await exportRatings(await openWholeRun(run, { io, runsDir: flags.runsDir }), { judge: flags.judge ?? false, io });
    });
  rate
    .command("import")
    .description("import ratings from a CSV file with the columns of the export; all or none")
    .argument("<run>", RUN[1])
    .argument("<csv>", "a file as `judge rate export` writes it")
    .option(...runsDir)
    .addHelpText("after", "\nExamples:\n  $ scopebench judge rate import latest ratings.csv")
    .action(async (run: string, path: string, flags: { runsDir?: string }) => {
      const [{ openWholeRun }, { importRatings }] = await Promise.all([
        import("../../record/run-directory/open-run.ts"),
        import("../../run/judging/ratings-file.ts"),
      ]);
      await importRatings(await openWholeRun(run, { io, runsDir: flags.runsDir }), { path, io });
    });
}

function registerResults(rate: Command, { io, setExitCode }: CommandContext): void {
  rate
    .command("results")
    .description("rescore the run with its ratings: agreement, and the corrected pass rate")
    .argument(...RUN)
    .option("--runs-dir <folder>", "where to look for runs")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench judge rate results latest\n  $ scopebench judge rate results latest --json",
    )
    .action(async (run: string, { runsDir, json }: { runsDir?: string; json?: boolean }) => {
      const [{ openWholeRun }, { printResults }] = await Promise.all([
        import("../../record/run-directory/open-run.ts"),
        import("../../run/judging/rating-results.ts"),
      ]);
      setExitCode(await printResults(await openWholeRun(run, { io, runsDir }), { json: json ?? false, io }));
    });
}
