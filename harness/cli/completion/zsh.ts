import { bashCompletion } from "./bash.ts";
import type { CommandWords } from "./words.ts";

/** Zsh reads bash's completions by its own bridge. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  return `# completion of scopebench for zsh: eval "$(scopebench setup completion zsh)"
autoload -Uz compinit bashcompinit
(( $+functions[compdef] )) || compinit -u
bashcompinit
${bashCompletion(commands).split("\n").slice(1).join("\n")}`;
}
