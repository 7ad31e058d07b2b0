import { OWN } from "../../../agent/contract/contract.ts";
import { hashOf } from "../../../base/hash.ts";
import type { DryReplay } from "../../../base/providers/recording/dry-replay.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { configurationsOf, executionsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { type Configuration, executionName } from "../../record/domain/names.ts";
import type { Extraction } from "../../record/domain/records.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { readRecords } from "../../record/run-directory/records.ts";
import { type Effect, effectOf, steadyModels } from "./effect.ts";
import { type Replayed, withDryReplay } from "./replay-dry.ts";

export interface FoundEffects {
  /** In matrix order. */
  effects: Effect[];
  /** What else differs, which no execution shows. */
  notes: string[];
}

/** What a configuration, as it and the code are now, means for each of its executions. */
export async function findEffects({ baseline, config, ...around }: Replayed): Promise<FoundEffects> {
  const unsteady = await unsteadyModels(baseline, config);
  const models = config.models.filter(({ name }) => !unsteady.has(name));
  const asked = { ...config, models, external_agents: [] };
  return withDryReplay({ ...around, baseline, config: asked }, async (replayed) => {
    const [before, after] = await Promise.all(
      [baseline, replayed].map(({ runDirectory }) => scenariosOf(runDirectory)),
    );
    const effects: Effect[] = [];
    for (const configuration of configurationsOf(config)) {
      const keys = executionsOf(configuration, [...after!.keys()], config);
      const isExternal = configuration.workflow === OWN;
      if (isExternal || unsteady.has(configuration.model))
        effects.push(...keys.map((key): Effect => ({ key, cause: isExternal ? "external" : "unsteady" })));
      else {
        const sides = { baseline, replayed, configuration, before: before!, after: after! };
        effects.push(...(await effectsOf(keys, sides)));
      }
    }
    return { effects, notes: await notesOf({ baseline, config, runDirectory: replayed.runDirectory }) };
  });
}

interface Sides {
  baseline: Pick<OpenedRun, "runDirectory">;
  replayed: { runDirectory: string; dry: DryReplay };
  configuration: Configuration;
  before: ReadonlyMap<string, Scenario>;
  after: ReadonlyMap<string, Scenario>;
}

async function effectsOf(
  keys: ReturnType<typeof executionsOf>,
  { baseline, replayed, configuration, before, after }: Sides,
): Promise<Effect[]> {
  const [recorded, now] = await Promise.all(
    [baseline, replayed].map(({ runDirectory }) => extractionsOf(runDirectory, configuration)),
  );
  return keys.map((key) => {
    const name = executionName(key);
    return effectOf({
      ...{ key, before: recorded!.get(name), after: now!.get(name) },
      departure: replayed.dry.departures.get(name),
      scenarios: { before: before.get(key.scenario_id), after: after.get(key.scenario_id)! },
    });
  });
}

async function scenariosOf(runDirectory: string): Promise<Map<string, Scenario>> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  return new Map(scenarios.map((scenario) => [scenario.id, scenario]));
}

/** Empty where a run does not have the configuration. */
async function extractionsOf(runDirectory: string, configuration: Configuration): Promise<Map<string, Extraction>> {
  const records = await readRecords({ runDirectory, part: "extractions", configuration });
  return new Map(records.map((record) => [executionName(record), record]));
}

/** Language models that the baseline does not show to answer alike each time. Stand-ins do by construction. */
export async function unsteadyModels(baseline: OpenedRun, config: Config): Promise<Set<string>> {
  const models = config.models.filter(({ provider }) => provider !== "policy").map(({ name }) => name);
  const configurations = configurationsOf(baseline.config).filter(({ model }) => models.includes(model));
  const { runDirectory } = baseline;
  const extractions = await Promise.all(
    configurations.map((configuration) => readRecords({ runDirectory, part: "extractions", configuration })),
  );
  const steady = steadyModels(extractions.flat());
  return new Set(models.filter((name) => !steady.has(name)));
}

async function notesOf({
  baseline,
  config,
  runDirectory,
}: Pick<Replayed, "baseline" | "config"> & { runDirectory: string }) {
  const { substrate } = await readManifest(runDirectory);
  const corpusDiffers = substrate?.corpus_hash !== baseline.manifest.substrate?.corpus_hash;
  const judgesDiffer = hashOf(config.judges) !== hashOf(baseline.config.judges);
  return [
    ...(corpusDiffers ? ["the corpus differs: scores that look into its records are computed anew"] : []),
    ...(judgesDiffer ? ["the judges differ: verdicts are made anew"] : []),
  ];
}
