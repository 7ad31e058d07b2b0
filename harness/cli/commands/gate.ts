import type { SelfTestFlags } from "../../results/compare/selftest/run.ts";
import { type CliCommand, parseShare } from "../flags/command.ts";
import { groupOf } from "../flags/group.ts";

const selfTestCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    program
      .command("selftest")
      .summary("how often the gate fails builds that changed nothing, from runs of one system")
      .description(
        "how often the gate of the configuration fails builds that changed nothing: from runs of one system, whole run against whole run, as an upper bound",
      )
      .argument("<run...>", "runs of one commit and configuration, made apart; or one run with repeats")
      .option("--at-most <share>", "share of unchanged builds that may fail (default: .05)", parseShare)
      .option("-o, --output <file>", "also as a file for `compare --selftest`")
      .option("--json", "as JSON")
      .option("-c, --config <file>", "configuration file (default: ./bench.yaml, else built in)")
      .option("--runs-dir <folder>", "where to look for runs")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench runs gate selftest 2026-11-20 2026-11-21 --output selftest.json\n  $ scopebench compare baseline.csv latest --gate --selftest selftest.json\n\nExit codes: 0 shown, 3 the gate fails more than that, 4 too few runs to say.",
      )
      .action(async (runs: string[], flags: SelfTestFlags) => {
        const { runSelfTest } = await import("../../results/compare/selftest/run.ts");
        setExitCode(await runSelfTest(runs, flags, io));
      });
  },
};

export const gateCommand = groupOf("gate", {
  description: "certify the gate on your own noise",
  examples: "  $ scopebench runs gate selftest 2026-11-20 2026-11-21",
  commands: [selfTestCommand],
});
