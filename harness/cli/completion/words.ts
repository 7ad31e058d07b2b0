import type { Command } from "commander";

/** What can stand behind a command: the words of its subcommands and options. */
export interface CommandWords {
  /** `[]` for the program itself, `["corpus", "import"]`. */
  path: readonly string[];
  subcommands: readonly { name: string; about: string }[];
  options: readonly OptionWords[];
}

export interface OptionWords {
  /** `--until`, `-c`. */
  flags: readonly string[];
  about: string;
  /** What its value can be: names, files, or nothing where it takes none. */
  value: readonly string[] | "path" | "text" | null;
}

/** Every command with its words, parents before their children, as commander knows them. */
export function wordsOf(command: Command, path: readonly string[] = []): CommandWords[] {
  const children = command.commands.filter((child) => !child.name().startsWith("_"));
  const own: CommandWords = {
    path,
    subcommands: children.map((child) => ({ name: child.name(), about: firstSentence(child.description()) })),
    options: [...command.options.map(optionWords), { flags: ["--help", "-h"], about: "help", value: null }],
  };
  return [own, ...children.flatMap((child) => wordsOf(child, [...path, child.name()]))];
}

function optionWords({ long, short, description, argChoices, required, optional, flags }: Command["options"][number]) {
  const takesValue = required || optional;
  const value =
    argChoices ?? (/<(file|folder|path|[^>]*file[^>]*)>/.test(flags) ? ("path" as const) : ("text" as const));
  return {
    flags: [long, short].filter((flag) => flag !== undefined && flag !== null) as string[],
    about: firstSentence(description),
    value: takesValue ? value : null,
  };
}

function firstSentence(text: string): string {
  return text.split(/[;:.](?:\s|$)/)[0] ?? text;
}
