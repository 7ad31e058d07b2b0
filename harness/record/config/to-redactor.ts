import type { Environment } from "../../../base/environment.ts";
import { type DataRedactor, openRedactor } from "../../../import/redaction/redactor.ts";
import type { Config } from "./schema.ts";

/** What replaces personal data under a configuration; null where nothing does. Errors as `openRedactor`. */
export async function redactorOf(
  { redaction }: Pick<Config, "redaction">,
  environment: Environment,
): Promise<DataRedactor | null> {
  return redaction ? openRedactor(redaction, environment) : null;
}
