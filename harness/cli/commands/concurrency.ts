import type { CliCommand } from "../flags/command.ts";

export const concurrencyCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("concurrency")
      .description("plot how many requests each provider had in flight during a run")
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .option("--runs-dir <folder>", "where to look for runs")
      .addHelpText("after", "\nExamples:\n  $ scopebench runs concurrency latest")
      .action(async (run: string, { runsDir }: { runsDir?: string }) => {
        const [{ openRun }, { drawConcurrency }] = await Promise.all([
          import("../../record/run-directory/open-run.ts"),
          import("../../run/inspect/draw-concurrency.ts"),
        ]);
        const { runDirectory } = await openRun(run, { io, runsDir });
        io.out(await drawConcurrency(runDirectory));
      });
  },
};
