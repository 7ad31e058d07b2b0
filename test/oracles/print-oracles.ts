/** Prints how near the outside packages are: `SCOPEBENCH_ORACLES=required node --import tsx test/oracles/print-oracles.ts`. */
import { oracleCases } from "./cases/all.ts";
import { compareWith } from "./compare.ts";
import { findPython } from "./python.ts";

const { python } = findPython();
if (python === null) throw new Error("set SCOPEBENCH_ORACLES=required");
const results = compareWith(python, oracleCases());
process.stdout.write("| kind | cases | values | largest difference |\n|---|---|---|---|\n");
for (const { kind, cases, values, difference, disagreements } of results) {
  process.stdout.write(`| ${kind} | ${cases} | ${values} | ${difference.toExponential(1)} |\n`);
  for (const entry of disagreements.slice(0, 2))
    process.stderr.write(`${kind}: ${JSON.stringify(entry).slice(0, 900)}\n`);
}
const sum = (of: (result: (typeof results)[number]) => number) =>
  results.reduce((total, result) => total + of(result), 0);
const most = Math.max(...results.map(({ difference }) => difference));
process.stdout.write(`| all | ${sum((r) => r.cases)} | ${sum((r) => r.values)} | ${most.toExponential(1)} |\n`);
