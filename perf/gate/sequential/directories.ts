/**
 * Sixty pairs of run sources through the real command line, `compare --gate --sequential`: verdict, exit code and the look that stopped it beside what
 * `decision.ts` says of the same numbers. Ends with 1 where they differ.
 *
 *   node --import tsx perf/gate/sequential/directories.ts
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argumentsOf } from "../../../scripts/arguments.ts";
import { decideSeries, type SeriesFound, seriesCases } from "./through-cli.ts";

argumentsOf(import.meta.filename, {});
const folder = await mkdtemp(join(tmpdir(), "gate-looks-"));
try {
  const decided: SeriesFound[] = [];
  for (const [at, one] of seriesCases().entries()) decided.push(await decideSeries(one, join(folder, String(at))));
  console.log("| directory | expected | exit | look | command line | exit | look |\n|---|---|---:|---:|---|---:|---:|");
  for (const { name, expected: a, found: b } of decided)
    console.log(`| ${name} | ${a.state} | ${a.exit} | ${a.look} | ${b.state} | ${b.exit} | ${b.look} |`);
  const differences = decided.filter(
    ({ expected: a, found: b }) => a.state !== b.state || a.exit !== b.exit || a.look !== b.look,
  );
  console.log(`\ndirectories: ${decided.length}, differences: ${differences.length}`);
  process.exitCode = differences.length > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}
