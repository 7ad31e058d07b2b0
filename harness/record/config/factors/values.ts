import { isObject } from "../../../../base/json-object.ts";
import type { Config } from "../schema.ts";
import { REPEATS } from "./acting.ts";
import type { Patch } from "./built-in.ts";
import { FACTOR_PATHS } from "./paths.ts";
import { OF_MODEL } from "./resolve.ts";
import type { DeclaredFactor } from "./schema.ts";

/** The configuration's value at a path that a level may change; of `model.` the value of that model. */
export function valueAt(config: Pick<Config, "models" | "workflows">, path: string, model: string): unknown {
  const found = path.startsWith(OF_MODEL)
    ? walk(
        config.models.find(({ name }) => name === model),
        path.slice(OF_MODEL.length).split("."),
      )
    : walk(config, path.split("."));
  return found ?? FACTOR_PATHS.get(path)?.absent?.(config);
}

function walk(from: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), from);
}

/** Levels with the defaults of what they put in place, as the same would have where the file said it. Values that do not fit stay as they are. */
function withSettledLevels(config: Config): Config {
  if (!config.factors) return config;
  const settle = ([path, value]: [string, unknown]) => {
    const parsed = FACTOR_PATHS.get(path)?.schema.safeParse(value);
    return [path, parsed?.success ? parsed.data : value];
  };
  const factors = config.factors.map((factor) => ({
    ...factor,
    levels: factor.levels.map((level) => ({
      ...level,
      patch: Object.fromEntries(Object.entries(level.patch).map(settle)),
    })),
  }));
  return { ...config, factors };
}

/** The paths of what a level changes: how often it is executed is no part of it. */
export function changedBy(patch: Patch): string[] {
  return Object.keys(patch).filter((path) => path !== REPEATS);
}

/** Whether a level leaves everything as the configuration says it, for each of its models. */
export function changesNothing(config: Pick<Config, "models" | "workflows">, patch: Patch): boolean {
  return changedBy(patch).every((path) =>
    config.models.every(({ name }) => JSON.stringify(valueAt(config, path, name)) === JSON.stringify(patch[path])),
  );
}

/** Factors with their base, told before flags choose among models: names do not depend on who runs beside whom. */
export function withBases(config: Config): Config {
  const settled = withSettledLevels(config);
  if (!settled.factors) return config;
  const baseOf = ({ levels }: DeclaredFactor) =>
    levels.find(({ patch }) => changesNothing(settled, patch))?.name ?? null;
  return { ...settled, factors: settled.factors.map((factor) => ({ ...factor, base: baseOf(factor) })) };
}
