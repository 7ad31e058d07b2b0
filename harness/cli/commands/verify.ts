import { coloursOf } from "../../terminal/colours.ts";
import type { CliCommand } from "../command.ts";

export const verifyCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    program
      .command("verify")
      .description("recompute a run's hashes and metrics from its records and compare")
      .argument("[run]", "path, name, beginning of a name, or latest", "latest")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--json", "as JSON")
      .addHelpText("after", "\nExamples:\n  $ scopebench verify latest")
      .action(async (run: string, flags: { runsDir?: string; json?: boolean }) => {
        const [{ openRun }, { verifyOpenedRun }] = await Promise.all([
          import("../open-run.ts"),
          import("../verify-run.ts"),
        ]);
        const opened = await openRun(run, { io, runsDir: flags.runsDir });
        const findings = await verifyOpenedRun(opened, io);
        setExitCode(findings.some((finding) => !finding.ok) ? 1 : 0);
        if (flags.json) return io.out(JSON.stringify(findings, null, 2));
        const { green, red } = coloursOf(io);
        for (const { ok, check, detail } of findings)
          io.out(` ${ok ? green("✓") : red("✗")} ${check.padEnd(22)} ${detail}`);
      });
  },
};
