import type { KnowledgeMode, Workflow } from "../../../agent/contract.ts";
import type { CliCommand } from "../command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../config-options.ts";

export const askCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    const command = program
      .command("ask")
      .description("one answer from one configuration (the first of what is selected)")
      .argument("<question>")
      .option("--json", "the whole trace as JSON")
      .addHelpText(
        "after",
        '\nExamples:\n  $ scopebench ask "Which tests cover handover failure on Xn?"\n  $ scopebench ask --models sprinter --workflows plan_execute "..."',
      );
    addConfigOptions(command).action(async (question: string, flags: ConfigFlags & { json?: boolean }) => {
      const [{ ask }, config] = await Promise.all([import("../ask.ts"), configFrom(flags, io)]);
      const configuration = {
        workflow: config.workflows[0] as Workflow,
        knowledge: config.knowledge[0] as KnowledgeMode,
      };
      setExitCode(await ask(question, { config, ...configuration, io, json: flags.json ?? false }));
    });
  },
};
