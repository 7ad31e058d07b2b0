import { isObject } from "../../../../base/json-object.ts";
import { parseLevels } from "../../../../base/level-names.ts";
import type { Configuration } from "../../domain/names.ts";
import type { Config } from "../schema.ts";
import type { Patch } from "./built-in.ts";

export const OF_MODEL = "model.";

/** What the levels of a configuration change, by path. @throws where the run has no such level */
export function patchOf({ factors = [] }: Pick<Config, "factors">, levels: string | undefined): Patch {
  const patches = [...parseLevels(levels)].map(([name, level]) => {
    const found = factors.find((factor) => factor.name === name)?.levels.find((one) => one.name === level);
    if (!found) throw new Error(`the run has no level ${level} of ${name}`);
    return found.patch;
  });
  return Object.assign({}, ...patches);
}

/** What a configuration of the run is executed with: the run's own, with the values of its levels in place. */
export function resolveConfig(config: Config, configuration: Pick<Configuration, "model" | "levels">): Config {
  const { model, levels } = configuration;
  return Object.entries(patchOf(config, levels)).reduce(
    (resolved, [path, value]) => withValue(resolved, { path, value, model }),
    config,
  );
}

/**
 * The configuration, and as each level alone makes it: for what asks whether anything of the run would read a file, or send
 * something to a server. A level of a model is that of all models.
 */
export function levelConfigs(config: Config): Config[] {
  const patches = (config.factors ?? []).flatMap(({ levels }) => levels.map(({ patch }) => Object.entries(patch)));
  const changed = patches
    .filter((patch) => patch.length > 0)
    .map((patch) =>
      config.models.reduce(
        (all, { name }) => patch.reduce((into, [path, value]) => withValue(into, { path, value, model: name }), all),
        config,
      ),
    );
  return [config, ...changed];
}

/** The configuration with that value in its place. */
function withValue(config: Config, { path, value, model }: { path: string; value: unknown; model: string }): Config {
  if (!path.startsWith(OF_MODEL)) return put(config, path.split("."), value) as Config;
  const keys = path.slice(OF_MODEL.length).split(".");
  return {
    ...config,
    models: config.models.map((entry) => (entry.name === model ? put(entry, keys, value) : entry)),
  } as Config;
}

function put(into: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  const object = isObject(into) ? into : {};
  return { ...object, [key!]: rest.length === 0 ? value : put(object[key!], rest, value) };
}
