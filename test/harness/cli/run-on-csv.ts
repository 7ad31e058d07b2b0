import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type CliRun, runCli } from "./run-cli.ts";

/** Runs a command line on a CSV file with this text; `$CSV` in the arguments is its path, `table.csv` in errors. */
export async function runOnCsv(
  csv: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CliRun> {
  const cwd = await mkdtemp(join(tmpdir(), "scopebench-csv-"));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const path = join(cwd, "table.csv");
  await writeFile(path, csv);
  const run = await runCli(
    args.map((part) => part.replace("$CSV", path)),
    { cwd, environment },
  );
  return { ...run, errors: run.errors.replaceAll(path, "table.csv") };
}
