/**
 * Changes one record at a time in files that readers know, reads them, and says where a record was neither read nor told of:
 * `node --import tsx scripts/reader-mutations.ts [--count 500] [--each 500] [--only READER]
 * [--seed 1] [--folder test/input]`; `--each` gives the inputs of every reader.
 * A change of one record puts a mark into it; damage to a whole file (its lines, bytes, encoding) finds a mark in every record.
 * Every mark that stands in the file must be in what was read, or what was said must differ from what is said of the file before.
 *  A failure names its seed and number, which make it again.
 */
import { fileURLToPath } from "node:url";
import { grouped } from "../base/grouped.ts";
import { argumentsOf } from "./arguments.ts";
import { type MutationResult, READER_NAMES, runMutations } from "./reader-mutations/run.ts";

const { values } = argumentsOf(import.meta.filename, {
  count: { type: "string", default: "500" },
  each: { type: "string" },
  only: { type: "string" },
  seed: { type: "string", default: "1" },
  folder: { type: "string", default: fileURLToPath(new URL("../test/input", import.meta.url)) },
});
const OUTCOMES = ["read", "told", "refused", "silent", "crashed"] as const;
const options = { folder: values.folder, seed: Number(values.seed) };
const results: MutationResult[] = [];
const readers = values.only === undefined ? READER_NAMES : [values.only];
if (values.each !== undefined)
  for (const only of readers) results.push(...(await runMutations({ ...options, only, count: Number(values.each) })));
else results.push(...(await runMutations({ ...options, only: values.only, count: Number(values.count) })));

console.log(`| reader | inputs | ${OUTCOMES.join(" | ")} |\n|---|---${"|---".repeat(OUTCOMES.length)}|`);
for (const [reader, own] of grouped(results, ({ reader }) => reader)) {
  const counts = OUTCOMES.map((outcome) => own.filter((result) => result.outcome === outcome).length);
  console.log(`| ${reader} | ${own.length} | ${counts.join(" | ")} |`);
}
const faults = results.filter(({ outcome }) => outcome === "silent" || outcome === "crashed");
for (const { reader, change, number, record, outcome } of faults)
  console.log(`${outcome.toUpperCase()} ${number}: ${reader}, ${change}: ${JSON.stringify(record.slice(0, 400))}`);
console.log(`${results.length} inputs, seed ${values.seed}: ${faults.length} neither read nor told of, or crashed`);
process.exitCode = faults.length > 0 ? 1 : 0;
