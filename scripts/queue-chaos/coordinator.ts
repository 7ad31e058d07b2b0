/**
 * A coordinator as `scopebench run --queue` is one, of so many executions that only wait. Takes up what an earlier one left.
 *   coordinator.ts <run directory> <executions> <output file>
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { NO_CEILINGS } from "../../harness/dag/ceilings/ceilings.ts";
import { configSchema } from "../../harness/record/config/schema.ts";
import { executionName } from "../../harness/record/domain/names.ts";
import type { ExecutionKey } from "../../harness/record/domain/records.ts";
import { readRun } from "../../harness/record/run-directory/open-run.ts";
import { openWorkerPool } from "../../harness/run/queue/coordinator.ts";
import type { Scenario } from "../../scenarios/set/schema.ts";

const [path = "", executions = "0", output = ""] = process.argv.slice(2);
const { runDirectory, config } = await readRun(path);
const log = (message: string) => console.error(message);
const pool = await openWorkerPool({
  ...{ url: process.env.SCOPEBENCH_QUEUE_URL as string, takeOverSeconds: 10, weight: 1, waitMs: 120_000, log },
});
const signal = new AbortController().signal;
const dispatcher = await pool.begin({
  ...{ runDirectory, config: configSchema.parse(config), snapshot: { hash: "none" }, agents: {} },
  ...{ startsAfresh: false, signal, ceilings: NO_CEILINGS, log },
});
const there = existsSync(output) ? readFileSync(output, "utf8").trimEnd().split("\n") : [];
const before = new Set(there.map((line) => executionName((JSON.parse(line) as { record: ExecutionKey }).record)));
const keys = Array.from(
  { length: Number(executions) },
  (_, repeat): ExecutionKey => ({
    ...{ scenario_id: "S001", model: "m", workflow: "react", knowledge: "prompt", repeat },
  }),
);
await Promise.all(
  keys
    .filter((key) => !before.has(executionName(key)))
    .map(async (key) => {
      const ended = await dispatcher.make<"execute">({ stage: "execute", key, scenario: { id: "S001" } as Scenario });
      if (ended === null || !("made" in ended)) throw new Error(`${executionName(key)}: ${JSON.stringify(ended)}`);
      appendFileSync(output, `${JSON.stringify(ended.made)}\n`);
    }),
);
await pool.finish(true);
await pool.close();
