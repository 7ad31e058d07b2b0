import { writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { asEnvironmentError } from "../../base/atomic.ts";

/** What a command may touch of the outside. Tests pass their own. */
export interface Io {
  cwd: string;
  environment: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  error(text: string): void;
  /** True when stderr is a terminal that can redraw lines. */
  interactive: boolean;
  /** True when stdout is a terminal: what is printed there is for a person, not for a pipe. */
  terminal?: boolean;
  /** Width of the terminal in columns, 80 when unknown. */
  columns: number;
  /** Where a form is answered; default: the process' own input. */
  input?: NodeJS.ReadableStream;
  /** Whether what a configuration runs, imports and sends is agreed to; default: `--trust` says so, or a person is asked. */
  trusts?: boolean;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Gives the commands in a message the flags of this command line that they need, on top of what `error` does by itself. */
  complete?(text: string): string;
  /** From now on Ctrl-C ends the process at once: nothing is written that would have to be left in order. */
  endAtOnce?(): void;
  /** The same while some work lasts that writes nothing, and may hold up the event loop for longer than a person waits. */
  endsAtOnce?<T>(work: () => Promise<T>): Promise<T>;
}

/** Work that only reads: Ctrl-C ends the process in the middle of it. */
export function whileOnlyReading<T>({ endsAtOnce }: Pick<Io, "endsAtOnce">, work: () => Promise<T>): Promise<T> {
  return endsAtOnce ? endsAtOnce(work) : work();
}

/** A message for stdout with its commands completed; those of stderr are anyway. */
export function completed({ complete }: Pick<Io, "complete">, text: string): string {
  return complete?.(text) ?? text;
}

/** For work whose own words are not what the command prints: they go to stderr, so that stdout holds one thing. */
export function aside(io: Io): Io {
  return { ...io, out: io.error };
}

/** Columns that a table may take: what goes into a pipe is not cut, unless `COLUMNS` asks for it. */
export function roomOf({ terminal, columns, environment }: Pick<Io, "terminal" | "columns" | "environment">): number {
  return terminal || columnsAsked(environment) !== null ? columns : Number.POSITIVE_INFINITY;
}

/** `COLUMNS`, as of other programs, goes before what the terminal says. */
function columnsAsked({ COLUMNS = "" }: Io["environment"]): number | null {
  return /^[1-9]\d*$/.test(COLUMNS) ? Math.max(NARROWEST, Number(COLUMNS)) : null;
}

/** In fewer no sentence can be read. */
const NARROWEST = 20;

/** What decides on colours of stderr, as `io` itself does on those of stdout. */
export function errorsOf({ environment, interactive }: Io): Pick<Io, "environment" | "terminal"> {
  return { environment, terminal: interactive };
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** A terminal sends Ctrl-C to all of a group, and the launcher, which is in it, sends it on: that is one Ctrl-C. */
const SAME_PRESS_MS = 1000;

/** The real process. The first Ctrl-C asks for an orderly stop, the second ends at once. */
export function processIo(): Io {
  keepWriters();
  const controller = new AbortController();
  let first = 0;
  const stop = () => {
    if (!controller.signal.aborted) first = performance.now();
    else if (performance.now() - first > SAME_PRESS_MS) process.exit(130);
    controller.abort();
  };
  for (const signal of STOP_SIGNALS) {
    // Before the others go: without any listener Node forgets a signal that came while the sources were loaded.
    process.on(signal, stop);
    for (const other of process.listeners(signal)) if (other !== stop) process.off(signal, other);
  }
  endWithNpx(stop);
  process.stdout.on("error", ignoreClosedPipe);
  process.stderr.on("error", () => undefined); // What nobody hears of is done all the same.
  const ci = Boolean(process.env.CI);
  return {
    cwd: process.cwd(),
    environment: process.env,
    out: (text) => print(`${text}\n`),
    error: (text) => process.stderr.write(`${text}\n`),
    interactive: Boolean(process.stderr.isTTY) && !ci,
    terminal: Boolean(process.stdout.isTTY) && !ci,
    columns: columnsAsked(process.env) ?? (process.stdout.columns || process.stderr.columns || 80),
    signal: controller.signal,
    endAtOnce() {
      void hearSignals().then(() => {
        if (controller.signal.aborted) process.exit(130);
        for (const signal of STOP_SIGNALS) process.removeAllListeners(signal);
      });
    },
    async endsAtOnce(work) {
      await hearSignals();
      if (controller.signal.aborted) process.exit(130);
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      try {
        return await work();
      } finally {
        for (const signal of STOP_SIGNALS) process.on(signal, stop);
      }
    },
  };
}

/**
 * Whoever lets everybody write (umask 000) does not mean that everybody may change a run's results. What a umask takes from others or
 * leaves to a group stays as it is: run directories are shared.
 */
function keepWriters(): void {
  const mask = process.umask();
  if (!(mask & WRITTEN_BY_OTHERS)) process.umask(mask | WRITTEN_BY_OTHERS | WRITTEN_BY_GROUP);
}

const [WRITTEN_BY_GROUP, WRITTEN_BY_OTHERS] = [0o020, 0o002];

/** Waits until a signal that has come is heard. What came in this turn of the event loop is looked for in the next. */
async function hearSignals(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Into a file all of it or an error: Node's own stream leaves out what a full disk did not take, and says nothing. */
function print(text: string): void {
  if (process.stdout instanceof Socket || "Deno" in globalThis) process.stdout.write(text);
  else
    try {
      writeFileSync(1, text);
    } catch (error) {
      throw asEnvironmentError(error, "standard output");
    }
}

/** npx starts a shell that starts us. Told to end, it ends that shell, which tells nobody. */
function endWithNpx(stop: () => void): void {
  const { npm_lifecycle_event: by, npm_lifecycle_script: script = "" } = process.env;
  if (by !== "npx" || !script.includes("scopebench")) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

/** `scopebench ... | head` closes the pipe early; that is not a fault. */
export function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
}
