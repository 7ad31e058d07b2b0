import type { CommandWords, OptionWords } from "./words.ts";

/** A script that bash sources. Its words are those of this version. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  return `# completion of scopebench for bash: eval "$(scopebench setup completion bash)"
_scopebench() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} path="" index part
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    part="\${path:+$path }\${COMP_WORDS[index]}"
    case "$part" in
${pathCases(commands)}
    esac
  done
  case "$path $before" in
${valueCases(commands)}
  esac
  local words=""
  case "$path" in
${wordCases(commands)}
  esac
  if [[ $word == -* ]]; then words=$(printf '%s\\n' $words | grep -- '^-'); else words=$(printf '%s\\n' $words | grep -v -- '^-'); fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ \${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _scopebench scopebench
`;
}

function pathCases(commands: readonly CommandWords[]): string {
  const paths = commands.map(({ path }) => path.join(" ")).filter((path) => path !== "");
  return `      ${paths.map((path) => `"${path}"`).join(" | ")}) path=$part ;;`;
}

function valueCases(commands: readonly CommandWords[]): string {
  return commands
    .flatMap(({ path, options }) =>
      options.flatMap((option) =>
        option.value === null ? [] : [`    ${patternOf(path, option)}) ${valueReply(option.value)}; return ;;`],
      ),
    )
    .join("\n");
}

function patternOf(path: readonly string[], { flags }: OptionWords): string {
  return flags.map((flag) => `"${path.join(" ")} ${flag}"`).join(" | ");
}

function valueReply(value: NonNullable<OptionWords["value"]>): string {
  if (value === "text") return "COMPREPLY=()";
  return value === "path"
    ? 'COMPREPLY=($(compgen -f -- "$word"))'
    : `COMPREPLY=($(compgen -W "${value.join(" ")}" -- "$word"))`;
}

/** `latest` and the runs that are here stand beside a command's own words. */
function wordCases(commands: readonly CommandWords[]): string {
  return commands
    .map(({ path, subcommands, options }) => {
      const words = [...subcommands.map(({ name }) => name), ...options.flatMap(({ flags }) => flags)].join(" ");
      const runs = subcommands.length > 0 ? "" : " latest $(ls runs 2>/dev/null | grep -v README)";
      return `    "${path.join(" ")}") words="${words}${runs}" ;;`;
    })
    .join("\n");
}
