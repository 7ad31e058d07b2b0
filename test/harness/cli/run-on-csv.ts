import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cli } from "../../../harness/cli/index.ts";

/** Runs a command line on a CSV file with this text; `$CSV` in the arguments is its path. */
export async function runOnCsv(
  csv: string,
  argv: readonly string[],
): Promise<{ code: number; out: string; error: string }> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-csv-"));
  const path = join(folder, "table.csv");
  await writeFile(path, csv);
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await cli(
    argv.map((part) => part.replace("$CSV", path)),
    {
      cwd: folder,
      environment: {},
      out: (text) => lines.push(text),
      error: (text) => errors.push(text),
      interactive: false,
      columns: 80,
      signal: new AbortController().signal,
    },
  );
  return { code, out: lines.join("\n"), error: errors.join("\n").replaceAll(path, "table.csv") };
}
