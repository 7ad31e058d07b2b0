import { packSnapshot as pack } from "../../../db/snapshots/package.ts";
import type { ServedContext } from "../../dag/stage.ts";
import type { Dispatcher, TaskStage } from "../../dag/worker-pool.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";

/** The work of a pool on the run, of which a stage begins; null where this process makes everything itself. */
export async function dispatcherOf(stage: TaskStage, context: ServedContext): Promise<Dispatcher | null> {
  const { runDirectory, config, services, effects, signal } = context;
  const { pool, ceilings } = services;
  if (!pool) return null;
  const { stages, system, subjects = [] } = await readManifest(runDirectory);
  const agents = Object.fromEntries([system ?? [], subjects].flat().map(({ name, version }) => [name, version]));
  const { snapshot_hash: snapshotHash } = await services.snapshot();
  const isAfresh = (stages[stage]?.attempts ?? 1) === 1;
  const startsAfresh = stage === "execute" && isAfresh;
  const log = effects.log;
  const { cacheDirectory } = effects;
  const isHere = config.substrate.database.type === "embedded";
  const packSnapshot = (file: string) => pack({ cacheDirectory, snapshotHash, file });
  const run = { runDirectory, config, snapshotHash, agents, startsAfresh, signal, ceilings, log };
  const dispatcher = await pool.begin({ ...run, packSnapshot: isHere ? packSnapshot : undefined });
  if (isAfresh) await dispatcher.startAfresh(stage);
  return dispatcher;
}
