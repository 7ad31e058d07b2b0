import { checkCredentials } from "../../../agent/models/credentials.ts";
import { namedSecret } from "../../../base/environment.ts";
import { levelConfigs } from "../../record/config/factors/resolve.ts";
import type { Config } from "../../record/config/schema.ts";
import { asksCrossEncoder, toModelConfig } from "../../record/config/to-agent.ts";
import type { Effects } from "../../record/effects.ts";

const JUDGE_ROLES = ["primary", "calibration", "meta"] as const;

type Keyed = Parameters<typeof checkCredentials>[0][number];

/** The models that will be asked: the agents' own, and those of the judges that are needed. */
export function keyedModels({ models, judges }: Config, needs: readonly string[]): Keyed[] {
  const chains = JUDGE_ROLES.filter((role) => needs.includes(role)).flatMap((role) => {
    const judge = judges[role];
    return judge.type === "llm" ? judge.chain : [];
  });
  return [...(needs.includes("models") ? models : []), ...chains].map(toModelConfig);
}

/** @throws UserError `credentials` with every model that has no usable key */
export function checkKeys(models: readonly Keyed[], environment: Effects["environment"]): void {
  checkCredentials(models, environment);
}

/** The key of what re-ranks, where it is asked. */
export function checkCrossEncoder(config: Config, environment: Effects["environment"]): void {
  const { cross_encoder } = config;
  const asked = levelConfigs(config).some(asksCrossEncoder);
  if (asked && cross_encoder && "api_key_env" in cross_encoder && cross_encoder.api_key_env)
    namedSecret(cross_encoder.api_key_env, environment);
}

export function checkEnrichment({ enrichment }: Config, environment: Effects["environment"]): void {
  if (enrichment) checkCredentials([toModelConfig(enrichment.model)], environment);
}
