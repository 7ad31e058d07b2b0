/**
 * Holds the numbers of filtered pages against those of the run cut down to the filter. Filters are drawn by lot; for each, the report's
 * own worker in a browser computes every figure, table and page's data, and this process scores the records anew
 * (`scopebench runs stage score --where`). Filters by result, to which no run can be cut down, are checked by rule: what compares
 * configurations is empty, and the configurations' means are those of the executions listed. Ends with 1 where anything differs.
 *
 *     node --import tsx scripts/compare-filters.ts <run with report> [--filters 200] [--seed 1] [--minutes 60]
 */
import { join, resolve } from "node:path";
import { makeRandom } from "../base/random.ts";
import { formatFilters } from "../harness/results/selection/filters.ts";
import { whereFlags } from "../harness/results/selection/where.ts";
import { serveReport } from "../harness/show/live/serve-report.ts";
import { PAGE_PARTS } from "../harness/show/selection/parts.ts";
import { argumentsOf } from "./arguments.ts";
import { launchBrowser } from "./browser.ts";
import { openWorker } from "./compare-filters/browser-side.ts";
import { drawFilters } from "./compare-filters/draw.ts";
import { byRules } from "./compare-filters/rules.ts";
import { openRecords } from "./compare-filters/run-side.ts";
import { makeTally } from "./compare-filters/tally.ts";

const { positionals, values } = argumentsOf(import.meta.filename, {
  filters: { type: "string", default: "200" },
  seed: { type: "string", default: "1" },
  minutes: { type: "string", default: "60" },
});
if (positionals.length !== 1) throw new Error("expected a run with its report: --help");
const run = resolve(positionals[0]!);
const [records, server, browser] = await Promise.all([
  openRecords(run),
  serveReport(join(run, "report")),
  launchBrowser(),
]);
const tally = makeTally();
try {
  const ask = await openWorker(browser, server.url);
  const random = makeRandom(`filters ${values.seed}`);
  const until = performance.now() + Number(values.minutes) * 60_000;
  for (let draw = 0; draw < Number(values.filters) && performance.now() < until; draw++) {
    const filters = drawFilters(random, records);
    const shown = ask(filters, PAGE_PARTS);
    if (whereFlags(filters) === null) tally.byRules(filters, byRules(filters, await shown, records.rows));
    else {
      const computed = await records.recompute(filters);
      tally.compare(filters, await shown, computed);
    }
    if (draw % 10 === 9) console.error(`${draw + 1} filters, last: ${formatFilters(filters)}`);
  }
} finally {
  await browser.close();
  await server.close();
}
console.log(tally.describe());
if (tally.differences() > 0) process.exitCode = 1;
