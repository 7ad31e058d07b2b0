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
  $ eval "$(scopebench completion bash)"              in ~/.bashrc
  $ eval "$(scopebench completion zsh)"               in ~/.zshrc
  $ scopebench completion fish > ~/.config/fish/completions/scopebench.fish`,
      )
      .action(async (shell: (typeof SHELLS)[number]) => {
        const [{ wordsOf }, script] = await Promise.all([import("../completion/words.ts"), writerOf(shell)]);
        io.out(script(wordsOf(program as Command)).trimEnd());
      });
  },
};

async function writerOf(shell: (typeof SHELLS)[number]) {
  if (shell === "bash") return (await import("../completion/bash.ts")).bashCompletion;
  if (shell === "zsh") return (await import("../completion/zsh.ts")).zshCompletion;
  return (await import("../completion/fish.ts")).fishCompletion;
}
