import type { Command } from "commander";
import type { CliCommand, CommandContext } from "./command.ts";

/** Commands under one name that does nothing by itself, unless one of them is its default. */
export function groupOf(
  name: string,
  { description, examples, commands }: { description: string; examples: string; commands: readonly CliCommand[] },
): CliCommand {
  const group: CliCommand = {
    register: (program) => {
      program.command(name).description(description).addHelpText("after", `\nExamples:\n${examples}`);
    },
  };
  return joinedBy(group, commands);
}

/** A group with further commands, each declared in a file of its own. */
export function joinedBy(group: CliCommand, commands: readonly CliCommand[]): CliCommand {
  return {
    register(program, context) {
      group.register(program, context);
      const parent = program.commands.at(-1) as Command;
      for (const command of commands) declare(parent, command, context);
    },
  };
}

/** Declares a command, and that Ctrl-C ends it at once where it only reads. */
export function declare(parent: Command, { register, readsOnly }: CliCommand, context: CommandContext): void {
  register(parent, context);
  if (readsOnly) parent.commands.at(-1)?.hook("preAction", () => context.io.endAtOnce?.());
}
