import { execFileSync } from "node:child_process";
import { ROOT } from "../pages.ts";
import { printedTables } from "../printed.ts";
import type { FigureSource } from "../source.ts";
import { count } from "../written.ts";

const SCRIPT = "scripts/reader-mutations.ts";
/** One that no mend came from before it was measured. */
const SEED = "9";

/** Files of others and of our making, changed and damaged, and what each reader made of them. */
export const readerMutations: FigureSource = {
  name: "reader-mutations",
  command: `node --import tsx ${SCRIPT} --seed ${SEED}`,
  about:
    "Changed and damaged files for every reader, no two alike: read (every mark that stands in the file), told (what was not read is said), refused (with the reason), silent (neither)",
  measure: async () => {
    const { readers } = printedTables(printed(), ["readers"]);
    const { columns, rows } = readers!;
    const total = (name: string) => rows.reduce((sum, row) => sum + Number(row[columns.indexOf(name)]), 0);
    return {
      tables: { readers: readers! },
      values: {
        readers: count(rows.length),
        ...Object.fromEntries(["inputs", "silent", "crashed"].map((name) => [name, count(total(name))])),
      },
    };
  },
};

/** It exits with 1 where something was lost in silence, which the table tells of. */
function printed(): string {
  try {
    return execFileSync(process.execPath, ["--import", "tsx", SCRIPT, "--seed", SEED], { cwd: ROOT, encoding: "utf8" });
  } catch (error) {
    const { status, stdout } = error as { status?: number; stdout?: string };
    if (status !== 1 || !stdout) throw error;
    return stdout;
  }
}
