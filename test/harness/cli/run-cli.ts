import { Readable } from "node:stream";
import { cli } from "../../../harness/cli/index.ts";

export interface CliRun {
  code: number;
  out: string;
  errors: string;
}

interface CliOptions {
  cwd: string;
  environment?: Record<string, string>;
  columns?: number;
  /** What is typed, line by line. */
  input?: readonly string[];
  /** Default true: what a test runs is its own. */
  trusts?: boolean;
  /** At a terminal, where questions are asked. */
  interactive?: boolean;
  /** Aborted as by Ctrl-C. */
  signal?: AbortSignal;
}

/** The command line in this process, with what it printed. */
export async function runCli(
  args: readonly string[],
  { cwd, environment = {}, columns = 80, input, signal, trusts = true, interactive = false }: CliOptions,
): Promise<CliRun> {
  const printed = { out: [] as string[], errors: [] as string[] };
  const code = await cli(args, {
    cwd,
    environment: { SCOPEBENCH_CACHE: process.env.SCOPEBENCH_CACHE, ...environment },
    out: (text) => printed.out.push(text),
    error: (text) => printed.errors.push(text),
    interactive,
    ...(trusts ? { trusts } : {}),
    columns,
    ...(input && { input: Readable.from(input.map((line) => `${line}\n`)) }),
    signal: signal ?? new AbortController().signal,
  });
  return { code, out: printed.out.join("\n"), errors: printed.errors.join("\n") };
}
