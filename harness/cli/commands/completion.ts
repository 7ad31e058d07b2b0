import { Argument, type Command } from "commander";
import type { CliCommand } from "../flags/command.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

export const completionCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("completion")
      .description("print a shell script that completes commands, options and runs")
      .addArgument(new Argument("<shell>", "yours").choices(SHELLS))
      .addHelpText(
        "after",
        `
Examples:
  $ eval "$(scopebench setup completion bash)"              in ~/.bashrc
  $ eval "$(scopebench setup completion zsh)"               in ~/.zshrc
  $ scopebench setup completion fish | source`,
      )
      .action(async (shell: (typeof SHELLS)[number]) => {
        const [{ wordsOf }, script] = await Promise.all([import("../completion/words.ts"), writerOf(shell)]);
        io.out(script(wordsOf(rootOf(program))).trimEnd());
      });
  },
};

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

async function writerOf(shell: (typeof SHELLS)[number]) {
  if (shell === "bash") return (await import("../completion/bash.ts")).bashCompletion;
  if (shell === "zsh") return (await import("../completion/zsh.ts")).zshCompletion;
  return (await import("../completion/fish.ts")).fishCompletion;
}
