import type { CliCommand } from "../command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../config-options.ts";

export const runCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    const command = program
      .command("run")
      .description("run the matrix: corpus, agent, judges, scores, figures, report")
      .option("--json", "print the summary as JSON at the end")
      .addHelpText(
        "after",
        `
Examples:
  $ scopebench run                                    everything in bench.yaml, or the built-in matrix
  $ scopebench run --limit 5 --models explorer        5 scenarios, one model
  $ scopebench run --corpus ../data/openconfig        on your own corpus
  $ scopebench run --scenarios S003,S01* --repeats 3
  $ scopebench run --tools keyword,artifact           with one family of retrieval tools only`,
      );
    addConfigOptions(command).action(async (flags: ConfigFlags & { json?: boolean }) => {
      const { startRun } = await import("../start-run.ts");
      setExitCode(await startRun(await configFrom(flags, io), { io, json: flags.json ?? false }));
    });
  },
};
