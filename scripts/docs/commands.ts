import { Command } from "commander";
import { declareAll } from "../../harness/cli/declare-all.ts";
import type { Io } from "../../harness/print/io.ts";

/** A page for each command and group at the top, from the help that the command line itself prints. */
export function commandPages(): { path: string; text: string }[] {
  const program = new Command("scopebench");
  // Declaring touches neither terminal nor files: commands use what is given when they run.
  declareAll(program, { io: {} as Io, setExitCode: () => undefined });
  return program.commands.map((command) => ({
    path: `reference/commands/${command.name()}`,
    text: `# scopebench ${command.name()}\n\n${sections(command, []).join("\n\n")}\n`,
  }));
}

function sections(command: Command, above: readonly string[]): string[] {
  const words = [...above, command.name()];
  const title = above.length === 0 ? [] : [`## ${words.join(" ")}`];
  const help = `\`\`\`text\n${helpOf(command)}\n\`\`\``;
  return [...title, help, ...command.commands.flatMap((child) => sections(child, words))];
}

function helpOf(command: Command): string {
  const parts: string[] = [];
  command.helpCommand(false).configureHelp({ minWidthToWrap: 24 });
  command.configureOutput({ writeOut: (part) => void parts.push(part), getOutHelpWidth: () => 88 });
  command.outputHelp();
  return parts.join("").trim();
}
