import { hashOf } from "../../../../base/hash.ts";
import type { Config } from "../../../record/config/schema.ts";
import type { Manifest } from "../../../record/run-directory/manifest.ts";

/** What a run's scores can come from, and how to make a run in which it alone is the candidate's. */
export const PARTS = {
  corpus: "run the baseline's code and configuration on the candidate's corpus",
  code: "run the baseline's configuration by the candidate's code (--reuse RECORDING pays for what the change was felt in)",
  prompts: "run the baseline with the candidate's `policies`",
  model: "run the baseline with the candidate's `models`",
  judge: "copy the baseline's run and judge it by the candidate's judge: runs stage judge COPY --again",
  settings: "run the baseline with the rest of the candidate's bench.yaml",
} as const;
export type RunPart = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as RunPart[];

type Told = Pick<
  Manifest,
  "git" | "scopebench_version" | "lock_file_hash" | "substrate" | "served_models" | "judge_fingerprints"
>;

/** A hash of each part of a run: equal where nothing of it differs. What is none of the others is `settings`, so that no difference is in none. */
export function partsOf(config: Config, manifest: Told): Record<RunPart, string> {
  const { models, policies, judges: _, corpus: __, runs_dir: ___, gate: ____, scenarios: _____, ...settings } = config;
  const { git, scopebench_version, lock_file_hash, substrate, served_models, judge_fingerprints } = manifest;
  return {
    corpus: hashOf(substrate?.corpus_hash ?? null),
    code: hashOf(git ?? { scopebench_version, lock_file_hash }),
    prompts: hashOf(policies ?? null),
    model: hashOf([models, served_models]),
    judge: hashOf(judge_fingerprints.primary ?? null),
    settings: hashOf(settings),
  };
}
