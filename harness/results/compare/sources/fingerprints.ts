import { hashOf } from "../../../../base/hash.ts";
import { levelConfigs, patchOf } from "../../../record/config/factors/resolve.ts";
import type { Config } from "../../../record/config/schema.ts";
import { type Configuration, configurationName } from "../../../record/domain/names.ts";
import type { Manifest } from "../../../record/run-directory/manifest.ts";

type Made = Pick<
  Manifest,
  | "scopebench_version"
  | "git"
  | "lock_file_hash"
  | "environment"
  | "substrate"
  | "system"
  | "tools"
  | "grade_thresholds"
  | "queue"
  | "stages"
>;

/**
 * Of each configuration whose answers follow from what the run wrote down, a hash of all that they follow from: code, packages, records,
 * index, tools, settings. Others have none: a language model or an agent of one's own can change though nothing here says so, and so can code that
 * was not committed, a distant embedding model, and a run that was taken up again, perhaps by other code.
 */
export function configurationFingerprints(
  configurations: readonly Configuration[],
  config: Config,
  manifest: Made,
): Record<string, string> {
  const shared = sharedFacts(config, manifest);
  if (shared === null) return {};
  return Object.fromEntries(
    configurations.flatMap((configuration) => {
      const model = config.models.find(({ name }) => name === configuration.model);
      const isOwn = config.retrievals?.some(({ name }) => name === configuration.workflow);
      if (model?.provider !== "policy" || isOwn) return [];
      const name = configurationName(configuration);
      const levels = configuration.levels === undefined ? {} : { levels: patchOf(config, configuration.levels) };
      return [[name, hashOf({ ...shared, ...levels, model, name }).slice(0, 12)]];
    }),
  );
}

/** What of a configuration decides what an agent does, besides its model and levels. */
const SETTINGS = [
  "corrective",
  "retrieval",
  "policies",
  "tool_families",
  "tool_descriptions",
  "agent",
  "safe_mode",
  "redaction",
  "repeats",
  "seed",
  "limits",
] as const;

/** Null where not everything is known. */
function sharedFacts(config: Config, manifest: Made): object | null {
  const { git, lock_file_hash, substrate, queue, stages } = manifest;
  // Only a checkout has the lock file beside it; what an installed package holds its version tells.
  const isKnownCode = git === null ? lock_file_hash === null : !git.dirty;
  const isLocal =
    levelConfigs(config).every(({ substrate }) => substrate.embedding.type !== "openai") &&
    config.cross_encoder === undefined;
  const isOfOnePiece = stages.execute?.attempts === 1 && queue === undefined;
  if (!isKnownCode || !isLocal || !isOfOnePiece || substrate === null) return null;
  const { scopebench_version, environment, tools, grade_thresholds, system } = manifest;
  return {
    code: { scopebench_version, commit: git?.commit ?? null, lock_file_hash, packages: environment.packages },
    // With retrievals of one's own this is theirs too, and they change what other workflows do in nothing.
    agent: config.retrievals === undefined || config.retrievals.length === 0 ? system : null,
    records: { snapshot: substrate.snapshot_hash, back_ends: substrate.back_ends },
    settings: {
      ...Object.fromEntries(SETTINGS.map((name) => [name, config[name]])),
      tools,
      grade_thresholds,
    },
  };
}
