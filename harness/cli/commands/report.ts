import type { CliCommand, CommandContext } from "../command.ts";
import { parsePositive } from "../command.ts";

export const reportCommand: CliCommand = {
  register(program, context) {
    const report = program.command("report").description("build or read the report of a run");
    registerBuild(report, context);
    registerServe(report, context);
  },
};

type Parent = Parameters<CliCommand["register"]>[0];

function registerBuild(report: Parent, { io, setExitCode }: CommandContext): void {
  report
    .command("build")
    .description("build the report of a run, also when nothing changed")
    .argument("[run]", "path, name, beginning of a name, or latest", "latest")
    .option("--runs-dir <folder>", "where to look for runs")
    .addHelpText("after", "\nExamples:\n  $ scopebench report build latest")
    .action(async (run: string, flags: { runsDir?: string }) => {
      const [{ openRun }, { runOneStage }] = await Promise.all([import("../open-run.ts"), import("../start-run.ts")]);
      const { runDirectory, config } = await openRun(run, { io, runsDir: flags.runsDir });
      setExitCode(await runOneStage("report", { runDirectory, config, io, again: true }));
    });
}

function registerServe(report: Parent, { io }: CommandContext): void {
  report
    .command("serve")
    .description("serve the report of a run on this machine")
    .argument("[run]", "path, name, beginning of a name, or latest", "latest")
    .option("--runs-dir <folder>", "where to look for runs")
    .option("-p, --port <port>", "default: 3000, or the next free one", parsePositive)
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench report serve\n  $ scopebench report serve runs/2026-11-21T10-42-07Z -p 8080",
    )
    .action(async (run: string, flags: { runsDir?: string; port?: number }) => {
      const [{ openRun }, { serveRun }] = await Promise.all([import("../open-run.ts"), import("../serve-run.ts")]);
      const { runDirectory } = await openRun(run, { io, runsDir: flags.runsDir });
      await serveRun(runDirectory, { io, port: flags.port });
    });
}
