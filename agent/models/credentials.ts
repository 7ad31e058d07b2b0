import type { ProviderAddress } from "../../base/providers/rate-limiters.ts";
import { type Secret, secretsOf } from "../../base/providers/secrets/secrets.ts";
import { UserError } from "../../base/user-error.ts";
import type { ModelConfig } from "../contract/contract.ts";

/** Where a provider's key is looked for when the configuration names no variable. */
const DEFAULT_KEY_VARIABLE = {
  openai: "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  google: "GOOGLE_API_KEY",
} as const;

type KeyedModel = Pick<ModelConfig, "name" | "provider" | "baseUrl" | "apiKeyEnv">;

/**
 * Checks before anything starts that every configured model has its key. An endpoint with an own base URL and no key
 * variable named needs none (local servers). Throws `UserError` `credentials` with all missing keys at once.
 */
export function checkCredentials(
  models: readonly KeyedModel[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const problems = models.flatMap((model) => {
    const variable = keyVariable(model);
    const problem = variable === null ? null : problemOf(environment[variable]?.trim());
    return problem === null ? [] : [`${model.name}: expected a key in ${variable}, found ${problem}`];
  });
  if (problems.length === 0) return;
  throw new UserError("credentials", `${problems.length} configured model(s) have no usable key`, {
    problems,
    hint: "Export the variable(s) in the shell that starts scopebench, or take the model(s) out of the configuration. Keys are read from the environment only.",
  });
}

/** The key itself, or a placeholder where none is needed. Call `checkCredentials` first. */
export function readKey(model: KeyedModel, environment: Readonly<Record<string, string | undefined>>): string {
  const variable = keyVariable(model);
  if (variable === null) return "no-key-needed";
  checkCredentials([model], environment);
  return environment[variable]?.trim() ?? "";
}

/** Whose limits the model's requests count against: those of its key, whether the configuration names the variable or not. */
export function addressOf(model: KeyedModel): ProviderAddress {
  return { provider: model.provider, baseUrl: model.baseUrl, apiKeyEnv: keyVariable(model) ?? undefined };
}

/** What the model's provider is told and could quote. */
export function secretsOfModel(
  model: KeyedModel,
  environment: Readonly<Record<string, string | undefined>>,
): readonly Secret[] {
  const variable = keyVariable(model);
  return variable === null ? [] : secretsOf({ [variable]: environment[variable] }, [variable]);
}

/** A key that no header can hold would be quoted by the client's error. */
function problemOf(key: string | undefined): string | null {
  if (!key) return "none";
  return /^[\x21-\x7e]+$/.test(key) ? null : "one with blanks, line breaks or letters outside ASCII";
}

function keyVariable(model: KeyedModel): string | null {
  if (model.provider === "policy") return null;
  if (model.apiKeyEnv !== undefined) return model.apiKeyEnv;
  return model.baseUrl === undefined ? DEFAULT_KEY_VARIABLE[model.provider] : null;
}
