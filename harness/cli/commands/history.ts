import { splitMetricNames } from "../../../measure/metrics/names.ts";
import type { HistoryFlags } from "../../show/history/run.ts";
import type { CliCommand } from "../flags/command.ts";

export const historyCommand: CliCommand = {
  readsOnly: true,
  register(program, { io, setExitCode }) {
    program
      .command("history")
      .description(
        "follow each metric over runs and baselines, with the gate's verdict on every run against its predecessor",
      )
      .argument("[folders...]", "runs or baselines, or folders of them (default: the runs folder)")
      .option("-m, --metrics <names>", "such as ndcg@10,pass (default: those of the gate's rules)", splitMetricNames)
      .option("-c, --config <file>", "configuration file with the gate's rules (default: ./bench.yaml, else built in)")
      .option("--json", "as JSON")
      .option("--markdown <file>", "also as Markdown")
      .option("--csv <file>", "also as CSV")
      .option("--html <file>", "also as a page that opens from a disk")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench runs history\n  $ scopebench runs history runs --html history.html\n  $ scopebench runs history baselines/*.csv --metrics ndcg@10\n\nRuns that cannot be compared break the line, with the reason.\nExit codes: 0, or 2 where a run could not be read and was skipped.",
      )
      .action(async (folders: string[], flags: HistoryFlags) => {
        const { showHistory } = await import("../../show/history/run.ts");
        setExitCode(await showHistory(folders, flags, io));
      });
  },
};
