import { isObject } from "../../../base/json-object.ts";
import { withTodaysNames } from "../../../base/old-names.ts";

/** Keys of a configuration that had another name before: the old one -> today's. */
const OLD_KEYS: Readonly<Record<string, string>> = { subjects: "external_agents" };

/** A configuration with today's keys. Where it has both names, the schema refuses the old one. */
export function withTodaysKeys(config: unknown): unknown {
  if (!isObject(config)) return config;
  const today = (key: string) => {
    const name = OLD_KEYS[key];
    return name === undefined || name in config ? key : name;
  };
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [today(key), value]));
}

/** `progress.json` of an older version, with today's names. */
export function withTodaysProgressNames(progress: unknown): unknown {
  return withTodaysNames(progress, ["updatedAt", "running.startedAt", "stages[].durationMs"]);
}
