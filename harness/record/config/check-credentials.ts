import type { Environment } from "../../../base/environment.ts";
import { redactAddresses } from "../../../base/providers/secrets/addresses.ts";
import { makeSearch } from "../../../base/providers/secrets/search.ts";
import { secretsOf } from "../../../base/providers/secrets/secrets.ts";
import { KEY_SHAPES } from "../../../base/providers/secrets/shapes.ts";
import type { Config } from "./schema.ts";

/**
 * Credentials that stand in a configuration, a line each: it is written into every run, so they must come from the
 * environment by name. None of the lines says what it found.
 */
export function credentialProblems(config: Config, environment: Environment): string[] {
  const search = makeSearch(secretsOf(environment));
  return textsOf(config).flatMap(({ path, text }) => {
    const problem =
      problemOf(text) ?? (isSent(path) && search.holdsWhole(text) ? "the value of a secret variable" : null);
    return problem === null ? [] : [`${path.join(".")}: found ${problem}; expected ${insteadOf(path)}`];
  });
}

function problemOf(text: string): string | null {
  if (redactAddresses(text) !== text) return "an address with a user, a password or a query";
  return KEY_SHAPES.find(([, shape]) => shape.test(text))?.[0] ?? null;
}

/** To an endpoint, or to an agent. Elsewhere an ordinary word may happen to be a variable's value. */
function isSent(path: readonly string[]): boolean {
  return path.some((part) => /^(?:base_url|url|command|(?:.*\.)?extra_body)$/.test(part));
}

function insteadOf(path: readonly string[]): string {
  if (path.includes("base_url")) return "the plain address, and the key's variable by its name in `api_key_env`";
  if (path.includes("url")) return "the plain address, and the token's variable by its name in `token_env`";
  if (path.includes("command")) return "the variable's name in `environment`, for the command to read it";
  return "no credential: the configuration is written into the run";
}

/** Every text with the way to it; what only names the schema is not ours. */
function textsOf(value: unknown, path: readonly string[] = []): { path: readonly string[]; text: string }[] {
  if (typeof value === "string") return path[0] === "$schema" ? [] : [{ path, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, [...path, name]));
}
