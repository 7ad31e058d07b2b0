import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { makeRandom } from "../../base/random.ts";
import { withBases } from "../../harness/record/config/factors/values.ts";
import { expectedExecutions } from "../../harness/record/config/matrix.ts";
import { type Config, configSchema } from "../../harness/record/config/schema.ts";
import { configurationName, executionName } from "../../harness/record/domain/names.ts";
import type { ExecutionKey } from "../../harness/record/domain/records.ts";
import { RUN_PATHS, runPath } from "../../harness/record/run-directory/paths.ts";
import type { Scenario } from "../../scenarios/set/schema.ts";
import { makeExecution } from "./run-fixture/execution.ts";
import { fixtureManifest } from "./run-fixture/manifest.ts";
import { fixtureScenarios } from "./run-fixture/scenarios.ts";
import { settleHashes } from "./run-fixture/settle-hashes.ts";
import { makeMetaVerdict, makeVerdict } from "./run-fixture/verdicts.ts";

export interface RunFixtureOptions {
  /** Folder to fill; default: a new one in the system's temporary folder. */
  directory?: string;
  seed?: number;
  repeats?: number;
  /** Names of external agents and tell nothing but their answer. */
  external_agents?: readonly string[];
  /** Of the systems, these; default: all. */
  matrix?: Partial<Pick<Config, "workflows" | "knowledge">>;
  /** As in bench.yaml; the first level of each is the base. */
  factors?: Readonly<Record<string, unknown>>;
}

type Files = Map<string, string[]>;

/** Cells left out on purpose: wholly, without extraction, without verdict. */
const HOLES = {
  all: "planner__plan_execute__skill__S006__0",
  extraction: "explorer__react__prompt__S006__0",
  verdict: "sprinter__react__skill__S002__0",
};

/**
 * A small run directory, valid by every record schema and equal for equal seeds: 3 models x 2 workflows x 3 knowledge
 * modes x 8 scenarios, with timeouts, errors, blocked verdicts and missing cells. Its numbers are invented.
 */
export async function makeRunFixture(options: RunFixtureOptions = {}): Promise<string> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), "scopebench-fixture-")));
  const external_agents = (options.external_agents ?? []).map((name) => ({ name, ...MUTE }));
  const config = withBases(
    configSchema.parse({
      repeats: options.repeats ?? 1,
      judges: { calibration_sample: 48 },
      external_agents,
      ...options.matrix,
      ...(options.factors && { factors: options.factors }),
    }),
  );
  const set = fixtureScenarios();
  const files: Files = new Map();
  for (const key of expectedExecutions(config, [...set.scenarios.map(({ id }) => id)]))
    fillCell(files, key, set.scenarios.find(({ id }) => id === key.scenario_id)!, options.seed ?? 1);
  for (const part of ["rawOutput", "extractions", "verdicts", "calibration", "meta"] as const)
    await mkdir(runPath(directory, part), { recursive: true });
  await writeFile(runPath(directory, "scenarios"), stringify(set));
  await writeFile(runPath(directory, "config"), `${JSON.stringify(config, null, 2)}\n`);
  for (const [path, lines] of files) await writeFile(join(directory, path), `${lines.join("\n")}\n`);
  await writeFile(runPath(directory, "manifest"), `${JSON.stringify(fixtureManifest(), null, 2)}\n`);
  await settleHashes(directory);
  return directory;
}

const MUTE = { type: "http", url: "http://127.0.0.1:9", tools: false, reports: [] };

function fillCell(files: Files, key: ExecutionKey, scenario: Scenario, seed: number): void {
  const name = executionName(key);
  if (name === HOLES.all) return;
  const random = makeRandom("fixture", seed, name);
  const { record, extraction } = makeExecution(key, scenario, random);
  add(files, { folder: RUN_PATHS.rawOutput, key, record });
  if (name === HOLES.extraction) return;
  add(files, { folder: RUN_PATHS.extractions, key, record: extraction });
  if (name === HOLES.verdict) return;
  const primary = makeVerdict(extraction, scenario, { random, evaluator: "fixture-primary" });
  add(files, { folder: RUN_PATHS.verdicts, key, record: primary });
  if (primary.type !== "judged" || random() >= 1 / 3) return;
  const second = makeVerdict(extraction, scenario, { random, evaluator: "fixture-second", harsh: true });
  add(files, { folder: RUN_PATHS.calibration, key, record: second });
  const meta = makeMetaVerdict(primary, second, random);
  if (meta) add(files, { folder: RUN_PATHS.meta, key, record: meta });
}

function add(files: Files, { folder, key, record }: { folder: string; key: ExecutionKey; record: unknown }): void {
  const path = join(folder, `${configurationName(key)}.jsonl`);
  const lines = files.get(path) ?? [];
  lines.push(JSON.stringify(record));
  files.set(path, lines);
}
