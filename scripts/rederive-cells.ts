/**
 * Derives the cells of the study's tables a second time: the raw records of a run go into an empty PostgreSQL, plain SQL
 * (scripts/rederive/) asks for each table, and every number is held against `metrics/tables/*.csv`. Nothing of the
 * harness' own metrics or statistics takes part. Prints ten cells drawn by the seed, then a line a table; exits with 1
 * when a cell differs by more than 1e-9. Intervals and p values are not derived here: other libraries hold them (docs/method/statistics.md).
 *
 *     node --import tsx scripts/rederive-cells.ts runs/RUN [--seed 1]
 */
import { grouped } from "../base/grouped.ts";
import { makeRandom, shuffle } from "../base/random.ts";
import { argumentsOf } from "./arguments.ts";
import { rederiveCells } from "./rederive/rederive-cells.ts";

const { values, positionals } = argumentsOf(import.meta.filename, { seed: { type: "string", default: "1" } });
const run = positionals[0];
if (run === undefined) throw new Error("name a run directory: scripts/rederive-cells.ts runs/RUN");
const cells = await rederiveCells(run);
for (const { table, row, column, stored, derived } of shuffle(makeRandom("rederive", values.seed), cells).slice(0, 10))
  console.log(`${table}: ${row}, ${column}: ${stored} stored, ${derived} derived`);
for (const [table, members] of grouped(cells, (cell) => cell.table)) {
  const different = members.filter((cell) => !cell.equal);
  console.log(`${table.padEnd(24)} ${members.length} cells, ${different.length} different`);
  for (const { row, column, stored, derived } of different.slice(0, 5))
    console.log(`  ${row}, ${column}: ${stored} stored, ${derived} derived`);
}
process.exitCode = cells.every((cell) => cell.equal) ? 0 : 1;
