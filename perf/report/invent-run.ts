/** Fills a folder with the invented run of `perf/report.ts`: so many scenarios x 18 configurations (times levels of further factors) x so many repeats. A process of its own, so that its memory is not counted. */
import { appendFile, readdir, readFile } from "node:fs/promises";
import { runPath } from "../../harness/record/run-directory/paths.ts";
import { readScenarioSet, writeScenarioSet } from "../../scenarios/set-file.ts";
import { makeRunFixture } from "../../test/harness/run-fixture.ts";

const [SCENARIOS, CONFIGURATIONS] = [8, 18];
const [directory, executions, scenarios = "16", levels = ""] = process.argv.slice(2);
/** Of limits, which any agent has: 18 configurations times so many levels each. */
const LIMITS = ["max_tool_calls", "sql_row_cap", "preview_rows"];
const counts = levels === "" ? [] : levels.split(",").map(Number);
const factors = Object.fromEntries(
  counts.map((count, at) => [LIMITS[at]!, Array.from({ length: count }, (_, level) => level + 11)]),
);
const perScenario = CONFIGURATIONS * counts.reduce((product, count) => product * count, 1);
const copies = Math.ceil(Number(scenarios) / SCENARIOS);
const repeats = Math.ceil(Number(executions) / SCENARIOS / perScenario / copies);
const run = await makeRunFixture({ directory: directory!, repeats, ...(counts.length > 0 && { factors }) });
await copyScenarios();

/** Each scenario so many times under other ids, because repeats alone do not reach 20,000. */
async function copyScenarios(): Promise<void> {
  const set = await readScenarioSet(runPath(run, "scenarios"));
  const suffixes = Array.from({ length: copies }, (_, copy) => (copy === 0 ? "" : `x${copy}`));
  const copied = suffixes.flatMap((suffix) =>
    set.scenarios.map((scenario) => ({ ...scenario, id: scenario.id + suffix })),
  );
  await writeScenarioSet(runPath(run, "scenarios"), { ...set, scenarios: copied });
  for (const part of ["rawOutput", "extractions", "verdicts", "calibration", "meta"] as const)
    for (const name of await readdir(runPath(run, part))) {
      const text = await readFile(runPath(run, part, name), "utf8");
      for (const suffix of suffixes.slice(1))
        await appendFile(
          runPath(run, part, name),
          text.replace(/"scenario_id":"(\w+)"/g, `"scenario_id":"$1${suffix}"`),
        );
    }
}
