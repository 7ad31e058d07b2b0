import { Argument, Option } from "commander";
import { EXPERIMENT_NAMES, type ExperimentName } from "../../run/reproduce/experiments.ts";
import { addCeilingOptions, type CeilingFlags, ceilingsOf } from "../flags/ceiling-options.ts";
import type { CliCommand } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

interface ReproduceFlags extends Omit<ConfigFlags, "ceilings">, CeilingFlags {
  run?: string;
  json?: boolean;
}

export const reproduceCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    const command = program
      .command("reproduce")
      .description("run a published experiment, and print our table with the published figures in it")
      .addArgument(new Argument("<experiment>", "which").choices(EXPERIMENT_NAMES))
      .addOption(
        new Option("--run <run>", "use this run instead of a new one; an unfinished run is continued").conflicts(
          "config",
        ),
      )
      .option("--json", "the table as JSON")
      .addHelpText(
        "after",
        `
Without -c: the configuration of examples/, with stand-ins, which are no
language models, and nothing but this package. The table is kept with the run,
in metrics/tables/reproduction_<experiment>.md, .csv, .json and .tex.

Examples:
  $ scopebench runs reproduce strategies
  $ scopebench runs reproduce corrective --corpus ../data/openconfig
  $ scopebench runs reproduce faults
  $ scopebench runs reproduce strategies --limit 10       ten scenarios
  $ scopebench runs reproduce strategies --run latest     after Ctrl-C, or again
  $ scopebench runs reproduce strategies -c mine.yaml     your models`,
      );
    addCeilingOptions(addConfigOptions(command)).action(async (name: ExperimentName, given: ReproduceFlags) => {
      const { run, json = false, maxCost, maxTokens, maxHours, ...flags } = given;
      const [{ exampleOf, reproduce, reproduceFrom }, { needsHere }, { stagesUntil }] = await Promise.all([
        import("../../run/reproduce/run.ts"),
        import("../../run/start/spread.ts"),
        import("../../run/start/stage-named.ts"),
      ]);
      if (run !== undefined) return setExitCode(await reproduceFrom(name, { run, runsDir: flags.runsDir, io, json }));
      const ceilings = ceilingsOf({ maxCost, maxTokens, maxHours });
      const example = flags.config === undefined ? await exampleOf(name, io) : {};
      const config = await configFrom({ ...example, ...flags, ceilings }, io, {
        needs: needsHere(stagesUntil("score"), false),
      });
      setExitCode(await reproduce(name, config, { io, json }));
    });
  },
};
