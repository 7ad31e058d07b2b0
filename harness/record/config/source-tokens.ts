import type { Environment } from "../../../base/environment.ts";
import type { SourceEntry } from "./live-sources-schema.ts";
import type { Config } from "./schema.ts";

/** Variables with a caller's tokens, by the sources' names. */
export function variablesOf({ live_sources }: Pick<Config, "live_sources">, caller: string): Record<string, string> {
  const sources = live_sources?.sources ?? [];
  return Object.fromEntries(
    sources.map(({ name, token_env }) => [name, token_env.replace(CALLER, inCapitals(caller))]),
  );
}

const CALLER = "{caller}";

function inCapitals(caller: string): string {
  return caller.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
}

/** Variables of an environment that hold a token of anybody's for these sources. */
export function tokenVariables(sources: readonly Pick<SourceEntry, "token_env">[], environment: Environment): string[] {
  const patterns = sources.map(({ token_env }) => token_env.split(CALLER));
  return Object.keys(environment).filter((name) =>
    patterns.some(([before = "", after]) =>
      after === undefined ? name === before : name.startsWith(before) && name.endsWith(after),
    ),
  );
}
