import type { Command } from "commander";
import { COMMANDS } from "./commands/registry.ts";
import type { CommandContext } from "./flags/command.ts";
import { declare } from "./flags/group.ts";

/** Every command, under the headings of the help. */
export function declareAll(program: Command, context: CommandContext): void {
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const command of commands) declare(program, command, context);
  }
}
