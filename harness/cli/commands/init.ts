import type { CliCommand } from "../flags/command.ts";

export const initCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("init")
      .summary("create a starter project, a CI workflow included; overwrites nothing")
      .description(
        "create a starter project: configuration, scenarios, an agent, a retrieval strategy, a CI workflow; overwrites nothing",
      )
      .argument("[folder]", "where", ".")
      .addHelpText("after", "\nExamples:\n  $ scopebench init\n  $ scopebench init my-project")
      .action(async (folder: string) => {
        const { init } = await import("../../run/init/init.ts");
        await init(folder, io);
      });
  },
};
