import { UserError } from "../../db/base/user-error.ts";
import type { ModelConfig } from "../contract.ts";

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
    return variable !== null && !environment[variable]?.trim()
      ? [`${model.name}: expected a key in ${variable}, found none`]
      : [];
  });
  if (problems.length === 0) return;
  throw new UserError("credentials", `${problems.length} configured model(s) have no key`, {
    problems,
    hint: "Export the variable(s) in the shell that starts scopebench, or take the model(s) out of the configuration. Keys are read from the environment only.",
  });
}

/** The key itself, or a placeholder where none is needed. Call `checkCredentials` first. */
export function readKey(model: KeyedModel, environment: Readonly<Record<string, string | undefined>>): string {
  const variable = keyVariable(model);
  if (variable === null) return "no-key-needed";
  const key = environment[variable]?.trim();
  if (!key) checkCredentials([model], environment);
  return key ?? "";
}

function keyVariable(model: KeyedModel): string | null {
  if (model.provider === "policy") return null;
  if (model.apiKeyEnv !== undefined) return model.apiKeyEnv;
  return model.baseUrl === undefined ? DEFAULT_KEY_VARIABLE[model.provider] : null;
}
