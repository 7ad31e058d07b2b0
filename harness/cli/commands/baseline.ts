import { splitMetricNames } from "../../../measure/metrics/names.ts";
import type { BaselineFlags } from "../../results/compare/baseline.ts";
import { type CliCommand, parseList } from "../flags/command.ts";

export const baselineCommand: CliCommand = {
  register(program, { io }) {
    const group = program
      .command("baseline")
      .summary("save and update small text files to compare runs with")
      .description("save and update small text files to compare runs with")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench runs baseline save latest baseline.csv\n  $ scopebench runs baseline show baseline.csv\n  $ scopebench runs baseline update latest baseline.csv",
      );
    const metrics = [
      "-m, --metrics <names>",
      "metrics to store (default: those of the gate's rules and the common ones)",
    ] as const;
    group
      .command("save")
      .description("store a run's scores as a new baseline, or the mean of several runs of one system")
      .argument("<run>", "path, name, start of a name, or latest")
      .argument("<file>", "such as baseline.csv")
      .option("--runs <names...>", "further runs of the same system: the baseline is the mean of all of them")
      .option(...metrics, splitMetricNames)
      .option("-c, --config <file>", "configuration file (default: ./bench.yaml, else built in)")
      .option("--runs-dir <folder>", "where to look for runs")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench runs baseline save latest main.csv --metrics ndcg@10\n  $ scopebench runs baseline save run1 main.csv --runs run2 run3",
      )
      .action(async (run: string, file: string, flags: BaselineFlags) => {
        const { saveBaseline } = await import("../../results/compare/baseline.ts");
        await saveBaseline({ run, file, flags, io });
      });
    group
      .command("show")
      .description("show where a baseline comes from and what it holds")
      .argument("<file>", "the baseline")
      .addHelpText("after", "\nExamples:\n  $ scopebench runs baseline show baseline.csv")
      .action(async (file: string) => {
        const { showBaseline } = await import("../../results/compare/baseline.ts");
        await showBaseline(file, io);
      });
    group
      .command("update")
      .description("replace a baseline by a comparable run, and show what changes")
      .argument("<run>", "path, name, start of a name, or latest")
      .argument("<file>", "the baseline")
      .option(metrics[0], "metrics to store (default: as before)", splitMetricNames)
      .option(
        "--allow <reasons>",
        "despite differences in: corpus, scenarios, metrics, judge, stand-ins, served-model, coverage",
        parseList,
      )
      .option("-c, --config <file>", "configuration file (default: ./bench.yaml, else built in)")
      .option("--runs-dir <folder>", "where to look for runs")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench runs baseline update latest baseline.csv\n  $ scopebench runs baseline update latest baseline.csv --allow judge",
      )
      .action(async (run: string, file: string, flags: BaselineFlags) => {
        const { updateBaseline } = await import("../../results/compare/baseline.ts");
        await updateBaseline({ run, file, flags, io });
      });
  },
};
