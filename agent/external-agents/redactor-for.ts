import type { Environment } from "../../base/environment.ts";
import { makeRedactor, type Redactor } from "../../base/providers/secrets/redactor.ts";
import { secretsOf } from "../../base/providers/secrets/secrets.ts";
import type { ExternalAgentConfig } from "../contract/contract.ts";
import type { ExternalAgentRequest } from "./exchange.ts";

/** Takes out what an agent was given and could quote. A variable that is no secret by its name is taken out whole only. */
export function redactorFor(
  config: Extract<ExternalAgentConfig, { environment: readonly string[] }>,
  named: Environment,
  request?: ExternalAgentRequest,
): Redactor {
  return makeRedactor(secretsOf({ ...named, MCP_TOKEN: request?.mcp?.token }), {
    whole: secretsOf(named, config.environment),
  });
}
