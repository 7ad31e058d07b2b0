import { appendFile, copyFile, mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { makeRandom, pick, type Random } from "../../base/random.ts";
import { configurationsOf } from "../../harness/record/config/matrix.ts";
import { type Config, configSchema } from "../../harness/record/config/schema.ts";
import { type Configuration, configurationName } from "../../harness/record/domain/names.ts";
import type { ExecutionKey, Extraction } from "../../harness/record/domain/records.ts";
import { runPath } from "../../harness/record/run-directory/paths.ts";
import { readRecords, recordPath } from "../../harness/record/run-directory/records.ts";
import { scenarioId } from "../../scenarios/finish.ts";
import { readScenarioSet, writeScenarioSet } from "../../scenarios/set-file.ts";

const PARTS = ["rawOutput", "extractions", "verdicts", "calibration", "meta"] as const;
type Part = (typeof PARTS)[number];

/** All records of one execution, as far as there are any. */
type Execution = Partial<Record<Part, ExecutionKey>>;

interface EnlargeOptions {
  directory: string;
  scenarios: number;
  seed: number;
}

/** Writes a run directory of all 18 configurations x `scenarios`, each record one of the small run's under another key. */
export async function enlargeRun(
  source: string,
  { directory, scenarios, seed }: EnlargeOptions,
): Promise<{ bytes: number; config: Config }> {
  const small = configSchema.parse(JSON.parse(await readFile(runPath(source, "config"), "utf8")));
  const config = configSchema.parse({ models: small.models, baselines: [] });
  const executions = await executionsOf(source, small);
  const set = await readScenarioSet(runPath(source, "scenarios"));
  const dealt = Array.from({ length: scenarios }, (_, at) => set.scenarios[at % set.scenarios.length]!);
  const renamed = dealt.map(({ twin: _, ...scenario }, at) => ({ ...scenario, id: scenarioId(at) }));
  await writeScenarioSet(runPath(directory, "scenarios"), { ...set, scenarios: renamed });
  await copyFile(runPath(source, "manifest"), runPath(directory, "manifest"));
  let bytes = 0;
  for (const configuration of configurationsOf(config)) {
    const random = makeRandom("enlarge", seed, configurationName(configuration));
    // Each configuration loses another share of its recommendations, so that some can be distinguished and others can't.
    const lost = 0.3 * random();
    for (const [at, { id }] of dealt.entries()) {
      const execution = pick(random, executions.get(id) ?? []);
      const key = { scenario_id: scenarioId(at), ...configuration, repeat: 0 };
      await write(directory, configuration, renameExecution(execution, { key, lost, random }));
    }
    for (const part of PARTS)
      bytes += (await stat(recordPath({ runDirectory: directory, part, configuration })).catch(() => null))?.size ?? 0;
  }
  return { bytes, config };
}

/** Scenario -> its executions in the small run, whatever their configuration. */
async function executionsOf(runDirectory: string, config: Config): Promise<Map<string, Execution[]>> {
  const byScenario = new Map<string, Execution[]>();
  for (const configuration of configurationsOf(config)) {
    const own = new Map<string, Execution>();
    for (const part of PARTS)
      for (const record of await readRecords({ runDirectory, part, configuration }))
        own.set(record.scenario_id, { ...own.get(record.scenario_id), [part]: record });
    for (const [id, execution] of own) byScenario.set(id, [...(byScenario.get(id) ?? []), execution]);
  }
  return byScenario;
}

function renameExecution(
  execution: Execution,
  { key, lost, random }: { key: ExecutionKey; lost: number; random: Random },
): Execution {
  const renamed = Object.entries(execution).map(([part, record]) => [part, { ...record, ...key }]);
  const { extractions, ...rest } = Object.fromEntries(renamed) as Execution;
  if (!extractions) return rest;
  const { ranked_ids, ...extraction } = extractions as Extraction;
  return {
    ...rest,
    extractions: { ...extraction, ranked_ids: ranked_ids.filter(() => random() >= lost) } as Extraction,
  };
}

async function write(directory: string, configuration: Configuration, execution: Execution): Promise<void> {
  for (const [part, record] of Object.entries(execution)) {
    const file = recordPath({ runDirectory: directory, part: part as Part, configuration });
    await mkdir(dirname(file), { recursive: true });
    await appendFile(file, `${JSON.stringify(record)}\n`);
  }
}
