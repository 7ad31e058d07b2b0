import type { CliCommand } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

export const configCommand: CliCommand = {
  register(program, { io }) {
    const command = program
      .command("config")
      .description("print the resolved configuration: defaults < file < environment < flags")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench setup config\n  $ scopebench setup config -c examples/study.yaml --limit 5",
      );
    addConfigOptions(command).action(async (flags: ConfigFlags) => {
      io.out(JSON.stringify(await configFrom(flags, io), null, 2));
    });
  },
};
