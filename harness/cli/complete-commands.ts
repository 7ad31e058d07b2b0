import { existsSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import type { Command, Option } from "commander";
import type { Io } from "../print/io.ts";
import { shellWord } from "../print/shell-word.ts";
import { SHOWN_AGAIN, SHOWN_EVERYWHERE } from "../record/config/flags.ts";
import { runPath } from "../record/run-directory/paths.ts";
import { calledAs } from "./called-as.ts";

/** What decides which corpus, databases and runs a command works on: any command that takes them gets them. */
const WHERE = ["config", ...SHOWN_EVERYWHERE];
/** What else belongs to a question or an import, for when the same command is shown again: other settings, and flags of a single command. */
const HOW = [...SHOWN_AGAIN, "model", "format", "mapping", "mappingFile", "encoding", "maxFaulty"];

/**
 * Completes the commands in a message, so that they do for this command line what they say: `scopebench corpus why X`
 * becomes `scopebench corpus why --database postgres X` under `ask --database postgres`, and a run that was given by its
 * path is named by it. Started by npx, they begin with it. Words that are no command of `program` stay as they are.
 */
export async function commandCompleter(
  program: Command,
  { command, argv, io }: { command: Command; argv: readonly string[]; io: Pick<Io, "cwd" | "environment"> },
): Promise<(text: string) => string> {
  const given = new Map(command.options.map((option) => [option.attributeName(), wordsOf(option, argv)]));
  const runsDir = await runsDirOf(given.get("config")?.[1], io);
  if (runsDir !== null && !given.get("runsDir")?.length) given.set("runsDir", ["--runs-dir", runsDir]);
  const runs = argv.filter((word) => existsSync(runPath(resolve(io.cwd, word), "manifest")));
  const called = calledAs(io.environment);
  const paths = new Map(runs.map((word) => [basename(resolve(io.cwd, word)), word]));
  return (text) =>
    text.replace(
      /(?:\bnpx )?\bscopebench((?: [a-z][a-z-]*)+)((?:(?!\b(?:npx )?scopebench )[^\n`])*)/g,
      (whole, words: string, rest: string) => {
        const shown = findCommand(program, words.trim().split(" "));
        if (shown.depth === 0) return whole;
        const flags = [...WHERE, ...(shown.command === command ? HOW : [])]
          .filter((name) => takes(shown.command, name) && !whole.includes(` ${given.get(name)?.[0]}`))
          .flatMap((name) => given.get(name) ?? []);
        const [name, others] = splitWords(words.trim().split(" "), shown.depth);
        const named = `${others}${rest}`.replace(/(?<= )[\w.-]+/g, (word) => shellWord(paths.get(word) ?? word));
        return [`${called} ${name}`, ...flags.map(shellWord)].join(" ") + named;
      },
    );
}

/** The flag with its value, as typed; a flag that is given several times as often. */
function wordsOf(option: Option, argv: readonly string[]): string[] {
  return argv.flatMap((word, at) => {
    if (word.startsWith(`${option.long}=`)) return [option.long as string, word.slice(word.indexOf("=") + 1)];
    if (word !== option.long && word !== option.short) return [];
    return option.required ? [option.long as string, argv[at + 1] as string] : [option.long as string];
  });
}

/** Where runs are by a configuration that the commands which look for runs do not take; null: where they look anyway. */
async function runsDirOf(config: string | undefined, { cwd, environment }: Pick<Io, "cwd" | "environment">) {
  if (config === undefined) return null;
  const { loadConfig } = await import("../record/config/load.ts");
  const read = (file?: string) => loadConfig({ cwd, environment, file, flags: {} }).then(({ runs_dir }) => runs_dir);
  // What is wrong with the file is for the command itself to say.
  const [chosen, usual] = await Promise.all([read(config), read()]).catch(() => [null, null]);
  return chosen === usual || chosen === null ? null : relative(cwd, chosen) || ".";
}

/** The command that the words begin with, and how many of them name it. */
function findCommand(program: Command, words: readonly string[]): { command: Command; depth: number } {
  let [command, depth] = [program, 0];
  for (const word of words) {
    const next = command.commands.find((child) => child.name() === word);
    if (!next) break;
    [command, depth] = [next, depth + 1];
  }
  return { command, depth };
}

function takes(command: Command, name: string): boolean {
  return command.options.some((option) => option.attributeName() === name);
}

function splitWords(words: readonly string[], depth: number): [name: string, others: string] {
  return [
    words.slice(0, depth).join(" "),
    words
      .slice(depth)
      .map((word) => ` ${word}`)
      .join(""),
  ];
}
