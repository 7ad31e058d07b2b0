import { makeRedactor, type Redactor } from "../../base/providers/secrets/redactor.ts";
import { secretsOf } from "../../base/providers/secrets/secrets.ts";
import type { SubjectConfig } from "../contract.ts";
import type { Environment, SubjectRequest } from "./exchange.ts";

/** Takes out what an agent was given and could quote. A variable that is no secret by its name is taken out whole only. */
export function redactorFor(
  subject: Extract<SubjectConfig, { environment: readonly string[] }>,
  named: Environment,
  request?: SubjectRequest,
): Redactor {
  return makeRedactor(secretsOf({ ...named, MCP_TOKEN: request?.mcp?.token }), {
    whole: secretsOf(named, subject.environment),
  });
}
