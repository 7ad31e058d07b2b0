import { Option } from "commander";
import { type CliCommand, parsePositive } from "../flags/command.ts";

interface ProbeFlags {
  judge: "primary" | "calibration";
  sample?: number;
  runsDir?: string;
  json?: boolean;
}

export const probeCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    program
      .command("probe")
      .description("test a run's judge for biases on answers of known quality: verbosity, position, leniency and more")
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .addOption(new Option("--judge <role>", "which judge").choices(["primary", "calibration"]).default("primary"))
      .option("--sample <n>", "executions to start from, eight questions each (default: 40)", parsePositive)
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nReadings are kept in verdicts_probes/ and not asked for twice;\nthe run is scored again at the end.\n\nExamples:\n  $ scopebench judge probe latest\n  $ scopebench judge probe latest --judge calibration --sample 20",
      )
      .action(async (run: string, { runsDir, ...flags }: ProbeFlags) => {
        const [{ openWholeRun }, { probeRun }] = await Promise.all([
          import("../../record/run-directory/open-run.ts"),
          import("../../run/judging/probe.ts"),
        ]);
        setExitCode(await probeRun(await openWholeRun(run, { io, runsDir }), { ...flags, io }));
      });
  },
};
