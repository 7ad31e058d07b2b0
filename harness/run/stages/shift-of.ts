import { packSnapshot as pack } from "../../../db/snapshots/package.ts";
import type { Shift, TaskStage } from "../../dag/crew.ts";
import type { ServedContext } from "../../dag/stage.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";

/** The work of a crew on the run, of which a stage begins; null where this process makes everything itself. */
export async function shiftOf(stage: TaskStage, context: ServedContext): Promise<Shift | null> {
  const { runDirectory, config, services, effects, signal } = context;
  const { crew, ceilings } = services;
  if (!crew) return null;
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
  const shift = await crew.begin({ ...run, packSnapshot: isHere ? packSnapshot : undefined });
  if (isAfresh) await shift.startAfresh(stage);
  return shift;
}
