/** Fills a folder with the invented run of `perf/report.ts`: 16 scenarios x 18 configurations x so many repeats. A process of its own, so that its memory is not counted. */
import { appendFile, readdir, readFile } from "node:fs/promises";
import { runPath } from "../../harness/run-directory/paths.ts";
import { readScenarioSet, writeScenarioSet } from "../../scenarios/set-file.ts";
import { makeRunFixture } from "../../test/harness/run-fixture.ts";

const FIXTURE_CELLS = 144;
const [directory, executions] = process.argv.slice(2);
const run = await makeRunFixture({ directory: directory!, repeats: Math.ceil(Number(executions) / FIXTURE_CELLS / 2) });
await doubleScenarios();

/** Each scenario once more under another id, because repeats alone do not reach 20,000. */
async function doubleScenarios(): Promise<void> {
  const set = await readScenarioSet(runPath(run, "scenarios"));
  const copies = set.scenarios.map((scenario) => ({ ...scenario, id: `${scenario.id}b` }));
  await writeScenarioSet(runPath(run, "scenarios"), { ...set, scenarios: [...set.scenarios, ...copies] });
  for (const part of ["rawOutput", "extractions", "verdicts", "calibration", "meta"] as const)
    for (const name of await readdir(runPath(run, part))) {
      const text = await readFile(runPath(run, part, name), "utf8");
      await appendFile(runPath(run, part, name), text.replace(/"scenario_id":"(\w+)"/g, '"scenario_id":"$1b"'));
    }
}
