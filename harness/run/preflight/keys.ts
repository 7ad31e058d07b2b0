import { checkCredentials } from "../../../agent/models/credentials.ts";
import { LOCAL_CROSS_ENCODER_NEEDS } from "../../../agent/workflows/rerank/local-model.ts";
import { namedSecret } from "../../../base/environment.ts";
import { readModelFolder } from "../../../db/embeddings/local-model/folder.ts";
import { requireTransformers } from "../../../db/embeddings/transformers.ts";
import { levelConfigs } from "../../record/config/factors/resolve.ts";
import { JUDGE_ROLES, judgingModels } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";
import { asksCrossEncoder, toCrossEncoder, toModelConfig } from "../../record/config/to-agent.ts";
import type { Effects } from "../../record/effects.ts";

type Keyed = Parameters<typeof checkCredentials>[0][number];

/** The models that will be asked: the agents' own, and those of the judges that are needed. */
export function keyedModels({ models, judges }: Config, needs: readonly string[]): Keyed[] {
  const chains = judgingModels(
    judges,
    JUDGE_ROLES.filter((role) => needs.includes(role)),
  );
  return [...(needs.includes("models") ? models : []), ...chains].map(toModelConfig);
}

/** @throws UserError `credentials` with every model that has no usable key */
export function checkKeys(models: readonly Keyed[], environment: Effects["environment"]): void {
  checkCredentials(models, environment);
}

/** The key of what re-ranks, or its package and files, where it is asked. */
export async function checkCrossEncoder(config: Config, environment: Effects["environment"]): Promise<void> {
  const asked = levelConfigs(config).some(asksCrossEncoder) ? toCrossEncoder(config.cross_encoder) : undefined;
  if (asked?.protocol === "onnx") {
    await readModelFolder(asked);
    requireTransformers(LOCAL_CROSS_ENCODER_NEEDS);
  } else if (asked?.apiKeyEnv) namedSecret(asked.apiKeyEnv, environment);
}

export function checkEnrichment({ enrichment }: Config, environment: Effects["environment"]): void {
  if (enrichment) checkCredentials([toModelConfig(enrichment.model)], environment);
}
