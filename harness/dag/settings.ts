import type { Config } from "../record/config/schema.ts";

/** The settings of these names, as a stage's `settings`. */
export function settingsNamed(...names: readonly (keyof Config)[]): (config: Config) => Record<string, unknown> {
  return (config) => Object.fromEntries(names.map((name) => [name, config[name]]));
}
