/**
 * Changes one record at a time in files that readers know, reads them, and says where a record was neither read nor told of:
 * `node --import tsx scripts/reader-mutations.ts [--count 500] [--seed 1] [--folder test/input]`.
 * Every change puts a mark into one record. The mark must be in what was read, or what was said must differ from what is said
 * of the unchanged file. A failure names its seed and number, which make it again.
 */
import { fileURLToPath } from "node:url";
import { argumentsOf } from "./arguments.ts";
import { runMutations } from "./reader-mutations/run.ts";

const { values } = argumentsOf(import.meta.filename, {
  count: { type: "string", default: "500" },
  seed: { type: "string", default: "1" },
  folder: { type: "string", default: fileURLToPath(new URL("../test/input", import.meta.url)) },
});
const results = await runMutations({ folder: values.folder, count: Number(values.count), seed: Number(values.seed) });
const readers = new Map<string, { tried: number; read: number; told: number; silent: number }>();
for (const { reader, outcome } of results) {
  const row = readers.get(reader) ?? { tried: 0, read: 0, told: 0, silent: 0 };
  readers.set(reader, { ...row, tried: row.tried + 1, [outcome]: row[outcome] + 1 });
}
console.log("| reader | inputs | read | told | silent |\n|---|---|---|---|---|");
for (const [reader, { tried, read, told, silent }] of readers)
  console.log(`| ${reader} | ${tried} | ${read} | ${told} | ${silent} |`);
const silent = results.filter(({ outcome }) => outcome === "silent");
for (const { reader, change, number, record } of silent)
  console.log(`SILENT ${number}: ${reader}, ${change}: ${JSON.stringify(record.slice(0, 200))}`);
console.log(`${results.length} inputs, seed ${values.seed}: ${silent.length} records neither read nor told of`);
process.exitCode = silent.length > 0 ? 1 : 0;
