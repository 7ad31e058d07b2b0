/**
 * How often tests of a mean call a loss where there is none (2.5 % promised), and find one where there is, for differences of two
 * scores: the tables of docs/method/gate.md. `node --import tsx perf/mean-tests.ts [--runs 1000] [--n 6,14,38,100,500]`
 */
import { parseArgs } from "node:util";
import { makeRandom } from "../base/random.ts";
import { type Draw, LOSSES, NULL_POPULATIONS } from "./mean-tests/populations.ts";
import { LOSS_TESTS } from "./mean-tests/rivals.ts";

const { values: flags } = parseArgs({
  options: { runs: { type: "string", default: "1000" }, n: { type: "string", default: "6,14,38,100,500" } },
});
const runs = Number(flags.runs);
const sizes = flags.n.split(",").map(Number);

function print(title: string, populations: Readonly<Record<string, Draw>>): void {
  console.log(`| ${title} | n | ${Object.keys(LOSS_TESTS).join(" | ")} |`);
  console.log(`|---|---:|${"---:|".repeat(Object.keys(LOSS_TESTS).length)}`);
  for (const [name, draw] of Object.entries(populations))
    for (const n of sizes) console.log(`| ${name} | ${n} | ${shares(name, draw, n).join(" | ")} |`);
}

function shares(name: string, draw: Draw, n: number): string[] {
  const random = makeRandom("mean-tests", name, n);
  const called = Object.keys(LOSS_TESTS).map(() => 0);
  for (let run = 0; run < runs; run++) {
    const values = Array.from({ length: n }, () => draw(random));
    Object.values(LOSS_TESTS).forEach((test, at) => {
      if (test(values, random) <= 0.025) called[at]!++;
    });
  }
  return called.map((count) => ((100 * count) / runs).toFixed(1));
}

print("no loss: called one, %", NULL_POPULATIONS);
console.log();
print("a loss: found, %", LOSSES);
