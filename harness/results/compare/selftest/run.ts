import { resolve } from "node:path";
import { asEnvironmentError, checkFolderOf, writeOutput } from "../../../../base/atomic.ts";
import { countOf } from "../../../../base/counts.ts";
import { grouped } from "../../../../base/grouped.ts";
import { UserError } from "../../../../base/user-error.ts";
import type { Io } from "../../../print/io.ts";
import { jsonText } from "../../../print/json-text.ts";
import { loadConfig } from "../../../record/config/load.ts";
import { parseExecutionName } from "../../../record/domain/names.ts";
import { loadSource } from "../load-source.ts";
import type { RunSource } from "../sources/run-source.ts";
import { selfTest } from "./self-test.ts";
import type { SelfTest } from "./self-test-file.ts";
import { renderSelfTest } from "./sentences.ts";

export interface SelfTestFlags {
  config?: string;
  atMost?: number;
  output?: string;
  json?: boolean;
  runsDir?: string;
}

const EXIT: Record<SelfTest["state"], 0 | 3 | 4> = { shown: 0, more: 3, "too-few-runs": 4, "nothing-moved": 4 };

/** Tests a gate on runs of one system. Gives the exit code: 0 shown, 3 it fails more than is allowed, 4 too little to say. */
export async function runSelfTest(names: readonly string[], flags: SelfTestFlags, io: Io): Promise<number> {
  const output = flags.output === undefined ? null : resolve(io.cwd, flags.output);
  if (output !== null) checkFolderOf(output);
  const { gate: config } = await loadConfig({
    cwd: io.cwd,
    file: flags.config,
    environment: io.environment,
    flags: {},
  });
  const sources: RunSource[] = [];
  for (const name of names) sources.push(await loadSource(name, { io, runsDir: flags.runsDir, trec: null }));
  const { runs, notes } = runsOf(sources);
  const test = selfTest(runs, { config, atMost: flags.atMost ?? 0.05 });
  if (output !== null)
    await writeOutput(output, `${JSON.stringify(test, null, 2)}\n`).catch((error: unknown) => {
      throw asEnvironmentError(error, output);
    });
  io.out(flags.json ? jsonText(test, {}) : renderSelfTest(test, { columns: io.columns, notes }));
  return EXIT[test.state];
}

/** Several runs as they are, or the repeats of one. @throws UserError `usage` for fewer than two, or one named twice */
function runsOf(sources: readonly RunSource[]): { runs: readonly RunSource[]; notes: string[] } {
  const [first] = sources as [RunSource];
  if (sources.length === 1) return { runs: repeatsOf(first), notes: [REPEATS] };
  const twice = [...grouped(sources, ({ provenance }) => provenance.run_id).values()].filter(
    ({ length }) => length > 1,
  );
  if (twice.length > 0)
    throw new UserError("usage", "a run cannot be held against itself", {
      problems: twice.map((same) => `the same run: ${same.map(({ label }) => label).join(", ")}`),
      hint: "name runs of one system that were made apart",
    });
  const commits = new Set(sources.map(({ provenance }) => provenance.commit));
  return {
    runs: sources,
    notes: commits.size > 1 ? [`Runs of ${commits.size} commits: what changed between them counts as noise.`] : [],
  };
}

const REPEATS =
  "Repeats of one run share its day, its model's snapshot and its load, which runs made apart do not: an alarm rate from them is too low where such things move a run.";

function repeatsOf(run: RunSource): RunSource[] {
  const repeats = grouped(run.executions, ({ name }) => parseExecutionName(name)?.repeat ?? 0);
  if (repeats.size < 2)
    throw new UserError(
      "usage",
      `a self-test needs two runs of one system; ${run.label} is one, with ${countOf(repeats.size, "repeat")}`,
      {
        hint: "scopebench runs gate selftest <run> <run> ...",
      },
    );
  return [...repeats.entries()]
    .sort(([a], [b]) => a - b)
    .map(([repeat, executions]) => ({
      ...run,
      label: `${run.label}, repeat ${repeat}`,
      executions: executions.map((execution) => ({ ...execution, name: execution.name.replace(/__\d+$/, "__0") })),
    }));
}
