import { packSnapshot as pack } from "../../../db/snapshots/package.ts";
import type { ServedContext } from "../../dag/stage.ts";
import type { Dispatcher, RunSnapshot, TaskStage } from "../../dag/worker-pool.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";

/** The work of a pool on the run, of which a stage begins; null where this process makes everything itself. */
export async function dispatcherOf(stage: TaskStage, context: ServedContext): Promise<Dispatcher | null> {
  const { runDirectory, config, services, effects, signal } = context;
  const { pool, ceilings } = services;
  if (!pool?.makes(stage)) return null;
  const { stages, system, subjects = [] } = await readManifest(runDirectory);
  const agents = Object.fromEntries([system ?? [], subjects].flat().map(({ name, version }) => [name, version]));
  const isAfresh = (stages[stage]?.attempts ?? 1) === 1;
  const startsAfresh = stage === "execute" && isAfresh;
  const log = effects.log;
  const snapshot = await snapshotOf(context);
  const dispatcher = await pool.begin({
    ...{ runDirectory, config, snapshot, agents, startsAfresh, signal, ceilings, log },
  });
  if (isAfresh) await dispatcher.startAfresh(stage);
  return dispatcher;
}

/** What workers must have, and may be handed where it lies in no database that they reach. */
export async function snapshotOf({
  config,
  services,
  effects: { cacheDirectory },
}: Pick<ServedContext, "config" | "services" | "effects">): Promise<RunSnapshot> {
  const { snapshot_hash: hash } = await services.snapshot();
  const isHere = config.substrate.database.type === "embedded";
  return { hash, pack: isHere ? (file) => pack({ cacheDirectory, snapshotHash: hash, file }) : undefined };
}
