import { UserError } from "../../../base/user-error.ts";
import { type ModelEntry, modelSchema } from "../../record/config/model-schema.ts";
import type { Config } from "../../record/config/schema.ts";

/** An endpoint that no configuration has yet. */
export interface EndpointFlags {
  address?: string;
  provider?: "openai" | "anthropic" | "google";
  id?: string;
  apiKeyEnv?: string;
}

/**
 * The models to try: the one of the flags, the one that is named, or all that are no stand-ins.
 * @throws UserError `usage` for an unknown name
 */
export function triedModels(
  config: Pick<Config, "models">,
  name: string | undefined,
  flags: EndpointFlags,
): ModelEntry[] {
  if (Object.keys(flags).length > 0) return [fromFlags(name, flags)];
  const real = config.models.filter(({ provider }) => provider !== "policy");
  const chosen = name === undefined ? real : real.filter((model) => model.name === name);
  if (chosen.length > 0) return chosen;
  const names = real.map((model) => model.name).join(", ") || "stand-ins alone";
  throw new UserError(
    "usage",
    name === undefined ? "the configuration has no model to try" : `there is no model ${name} to try`,
    {
      problems: [`models of the configuration: ${names}`],
      hint: "name one under models:, or give --address and --id: scopebench setup model try --address http://127.0.0.1:8080/v1 --id MODEL",
    },
  );
}

function fromFlags(
  name: string | undefined,
  { address, provider = "openai", id, apiKeyEnv }: EndpointFlags,
): ModelEntry {
  if (id === undefined)
    throw new UserError("usage", "expected the provider's id of the model in --id, found none", {
      hint: "servers list theirs under /v1/models",
    });
  const own = id
    .slice(id.lastIndexOf("/") + 1)
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "");
  const parsed = modelSchema.safeParse({
    ...{ name: name ?? (own || "model"), provider, model: id },
    ...(address !== undefined && { base_url: address }),
    ...(apiKeyEnv !== undefined && { api_key_env: apiKeyEnv }),
  });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new UserError("usage", "the endpoint cannot be asked so", { problems });
}
