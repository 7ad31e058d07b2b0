/**
 * Changes one record at a time in files that readers know, or damages a whole file, reads them, and says where a record was neither
 * read nor told of: `node --import tsx scripts/reader-mutations.ts [--count 500] [--only READER] [--seed 1] [--folder test/input]
 * [--keep FOLDER]`
 * --count: inputs of every reader, no two alike
 * --folder: files that other people and tools wrote; several times
 * --keep: writes the files in which something was lost there
 *
 * A change of one record puts a mark into it; damage to a whole file (its lines, bytes, encoding) finds a mark in every record.
 * Every mark that stands in the file must be in what was read, in as many records as hold some in the file, or what was said must differ
 * from what is said of the file before, or count the line: without it less is said. A failure names its seed and number, which make it again.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { grouped } from "../base/grouped.ts";
import { argumentsOf } from "./arguments.ts";
import { isFault } from "./reader-mutations/outcome.ts";
import { runMutations } from "./reader-mutations/run.ts";

const { values } = argumentsOf(import.meta.filename, {
  count: { type: "string", default: "500" },
  only: { type: "string" },
  seed: { type: "string", default: "1" },
  folder: { type: "string", multiple: true, default: [fileURLToPath(new URL("../test/input", import.meta.url))] },
  keep: { type: "string" },
});
const { only, folder: folders } = values;
if (values.keep) await mkdir(values.keep, { recursive: true });
const results = await runMutations({ folders, only, count: Number(values.count), seed: Number(values.seed) });

const OUTCOMES = ["read", "told", "refused", "silent", "crashed"] as const;
console.log(`| reader | files | inputs | ${OUTCOMES.join(" | ")} |\n|---|---|---${"|---".repeat(OUTCOMES.length)}|`);
for (const [reader, own] of grouped(results, ({ reader }) => reader)) {
  const counts = OUTCOMES.map((outcome) => own.filter((result) => result.outcome === outcome).length);
  console.log(`| ${reader} | ${new Set(own.map(({ file }) => file)).size} | ${own.length} | ${counts.join(" | ")} |`);
}
const faults = results.filter((result) => isFault(result));
for (const { reader, file, change, number, record, outcome, lost } of faults) {
  console.log(
    `${outcome.toUpperCase()} ${number}: ${reader}, ${file}, ${change}: ${JSON.stringify(record.slice(0, 400))}`,
  );
  if (values.keep && lost) await writeFile(join(values.keep, `${reader} ${number} ${file}`), lost);
}
console.log(`${results.length} inputs, seed ${values.seed}: ${faults.length} neither read nor told of, or crashed`);
process.exitCode = faults.length > 0 ? 1 : 0;
