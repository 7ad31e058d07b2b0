import type { CommandWords, OptionWords } from "./words.ts";

/** A script for fish: one line a word. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap((command) => [...subcommandLines(command), ...optionLines(command)]);
  return `# completion of scopebench for fish: scopebench setup completion fish | source
complete -c scopebench -f
complete -c scopebench -n 'not __fish_use_subcommand' -a 'latest (ls runs 2>/dev/null | string match -v README.md)'
${lines.join("\n")}
`;
}

function subcommandLines({ path, subcommands }: CommandWords): string[] {
  const names = subcommands.map(({ name }) => name).join(" ");
  const unless = `${conditionOf(path)}${path.length === 0 ? "" : `; and not __fish_seen_subcommand_from ${names}`}`;
  return subcommands.map(({ name, about }) => `complete -c scopebench -n '${unless}' -a ${name} -d ${quoted(about)}`);
}

function optionLines({ path, options }: CommandWords): string[] {
  return options.map(
    (option) => `complete -c scopebench -n '${conditionOf(path)}' ${flagsOf(option)} -d ${quoted(option.about)}`,
  );
}

function conditionOf(path: readonly string[]): string {
  if (path.length === 0) return "__fish_use_subcommand";
  return path.map((name) => `__fish_seen_subcommand_from ${name}`).join("; and ");
}

function flagsOf({ flags, value }: OptionWords): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const values =
    value === null ? [] : value === "path" ? ["-r -F"] : value === "text" ? ["-x"] : [`-x -a '${value.join(" ")}'`];
  return [...names, ...values].join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
