import { Command, CommanderError } from "commander";
import { asEnvironmentError } from "../../base/atomic.ts";
import { withConsents } from "../../base/consent/consent.ts";
import { ownPackage } from "../../base/own-package.ts";
import { partNotFound } from "../../base/parts.ts";
import { makeRateLimiters, withRateLimiters } from "../../base/providers/rate-limiters.ts";
import { credentialsIn, redactAddresses } from "../../base/providers/secrets/addresses.ts";
import { makeRedactor } from "../../base/providers/secrets/redactor.ts";
import { secretsOf } from "../../base/providers/secrets/secrets.ts";
import { UserError } from "../../base/user-error.ts";
import { Interrupted } from "../dag/interrupted.ts";
import type { Io } from "../print/io.ts";
import { shellWord } from "../print/shell-word.ts";
import { fold, printable } from "../print/text.ts";
import { makeConsents } from "../record/consents/consents.ts";
import { calledAs } from "./called-as.ts";
import { commandCompleter } from "./complete-commands.ts";
import { declareAll } from "./declare-all.ts";
import { withTodaysCommand } from "./moved.ts";

/** Runs one command line. Gives the exit code: 0 ok, 1 usage or input, 2 too many errors, a ceiling or damaged records, 3 regression, 4 not comparable, 130 interrupted. */
export async function cli(typed: readonly string[], given: Io): Promise<number> {
  const { argv, note } = withTodaysCommand(typed);
  let complete = (text: string): string => text;
  const io = { ...withoutSecrets(given, (text) => complete(text)), complete: (text: string) => complete(text) };
  let exitCode = 0;
  const program = makeProgram(io, (code) => {
    exitCode = code;
  });
  program.hook("preAction", async (_, command) => {
    complete = await commandCompleter(program, { command, argv, io });
  });
  try {
    checkArguments(argv);
    if (note !== null) io.error(note);
    if (argv.every((word) => GLOBAL.includes(word))) return await greet(io);
    const consents = makeConsents(io, { trusted: io.trusts ?? argv.includes("--trust") });
    await withConsents(consents, () =>
      withRateLimiters(makeRateLimiters(), () => program.parseAsync([...argv], { from: "user" })),
    );
    return exitCode;
  } catch (error) {
    return reportError(asUserError(error), io, argv.includes("--debug") || Boolean(io.environment.SCOPEBENCH_DEBUG));
  }
}

/** Options that every command takes; alone they ask for nothing. */
const GLOBAL = ["--debug", "--trust"];

async function greet(io: Io): Promise<number> {
  const { welcome } = await import("../run/inspect/welcome.ts");
  await welcome(io, calledAs(io.environment));
  return 0;
}

/** A command line stands in the shell's history and in lists of processes, and much of it is written into runs. */
function checkArguments(argv: readonly string[]): void {
  const found = argv.filter((argument) => credentialsIn(argument.replace(/^--?[a-z-]+=/, "")).length > 0);
  if (found.length === 0) return;
  throw new UserError("usage", "an argument holds credentials", {
    problems: found.map(
      (argument) => `expected an address without a user and a key, found ${redactAddresses(argument)}`,
    ),
    hint: "put them into a variable of the environment and name that in the configuration: api_key_env, url_env; a queue's address into SCOPEBENCH_QUEUE_URL, and --queue alone",
  });
}

/** Messages with their commands completed, within the terminal where a person reads them. Whole secrets alone: paths and hints stay readable. What could be quoted in part is redacted where it comes in. */
function withoutSecrets(io: Io, complete: (text: string) => string): Io {
  const redactor = makeRedactor([], { whole: secretsOf(io.environment) });
  const shown = (text: string) => (io.interactive ? fold(text, io.columns) : text);
  return { ...io, error: (text) => io.error(shown(redactor.message(complete(text)))) };
}

function makeProgram(io: Io, setExitCode: (code: number) => void): Command {
  const program = new Command("scopebench")
    .description(
      "Measures agentic retrieval honestly: which of the existing tests matter for this change, and how do we know?",
    )
    .version(ownPackage().version, "-V, --version")
    .option("--debug", "show the stack of an error")
    .option("--trust", "agree to what the configuration runs, imports and sends keys to")
    .helpCommand(false)
    .showHelpAfterError("(add --help for what is possible)")
    .addHelpText("after", EXAMPLES);
  declareAll(program, { io, setExitCode });
  applyToAll(program, (command) => {
    command.exitOverride().helpCommand(false);
    command.on("beforeHelp", () => refuseUnknown(command));
    // Commander leaves descriptions unbroken where fewer than 40 columns are left for them.
    command.configureHelp({
      minWidthToWrap: 24,
      ...(command === program && { subcommandTerm: (child) => child.name() }),
    });
    command.configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.error(text.trimEnd()),
      getOutHelpWidth: () => Math.min(io.columns, 100),
    });
  });
  return program;
}

const EXAMPLES = `
Examples:
  $ scopebench run                              the whole matrix and its report
  $ scopebench run --models explorer --limit 5  a quick look
  $ scopebench resume latest                    go on after Ctrl-C or a crash
  $ scopebench show latest                      read executions as transcripts
  $ scopebench measure ir qrels.txt run.txt     our metrics on any TREC files

Exit codes: 0 ok, 1 usage or input, 2 too many errors, a ceiling reached,
damaged records, or files of an import that cannot be read, 3 regression,
4 not comparable, 130 interrupted.`;

/** `scopebench rnu --help` is no question about scopebench: commander says which command is meant only without --help. */
function refuseUnknown(command: Command): void {
  const { commands, registeredArguments, args } = command;
  if (commands.length > 0 && registeredArguments.length === 0 && args[0] && !args[0].startsWith("-"))
    (command as Command & { unknownCommand(): never }).unknownCommand();
}

function applyToAll(command: Command, change: (command: Command) => void): void {
  change(command);
  for (const child of command.commands) applyToAll(child, change);
}

/** What a file system refused, wherever nobody expected it. That something is not there may be our own fault. */
function asUserError(error: unknown): unknown {
  const missing = partNotFound(error);
  if (missing) return missing;
  const { code, path: from, dest: path = from, syscall } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string };
  // What fails between opening and closing (a full disk) does not name its file.
  const isOfFile =
    path !== undefined || code === "EMFILE" || code === "ENFILE" || syscall === "write" || syscall === "read";
  return isOfFile && code !== "ENOENT" ? asEnvironmentError(error, { path: path ?? "a file", verb: "use" }) : error;
}

function reportError(error: unknown, io: Io, debug: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
  if (error instanceof Interrupted || io.signal.aborted) {
    const run = error instanceof Interrupted ? error.run : undefined;
    io.error(
      run ? `interrupted; what was finished is kept. Go on with: scopebench resume ${shellWord(run)}` : "interrupted",
    );
    return 130;
  }
  if (error instanceof UserError) {
    io.error(`error: ${printable(error.message)}`);
    for (const problem of error.problems.slice(0, 50)) io.error(`  ${printable(problem, { singleLine: true })}`);
    if (error.problems.length > 50) io.error(`  ... and ${error.problems.length - 50} more`);
    if (error.hint) io.error(`  -> ${printable(error.hint)}`);
    if (debug && error.stack) io.error(error.stack);
    return error.exitCode;
  }
  io.error(`unexpected error: ${printable(error instanceof Error ? error.message : String(error))}`);
  io.error(
    debug && error instanceof Error && error.stack
      ? error.stack
      : "  this is a fault in scopebench; add --debug to see where",
  );
  return 1;
}
