import { resolve } from "node:path";
import { isObject } from "../../../../base/json-object.ts";
import { UserError } from "../../../../base/user-error.ts";
import type { Config } from "../schema.ts";
import type { DeclaredFactor } from "./schema.ts";

/** Folders and files that levels name. */
export function factorFrom(factor: DeclaredFactor, folder: string): DeclaredFactor {
  const absolute = ([path, value]: [string, unknown]): [string, unknown] => {
    if (path === "policies" && typeof value === "string") return [path, resolve(folder, value)];
    if (isObject(value) && typeof value.path === "string")
      return [path, { ...value, path: resolve(folder, value.path) }];
    return [path, value];
  };
  const levels = factor.levels.map(({ name, patch }) => ({
    name,
    patch: Object.fromEntries(Object.entries(patch).map(absolute)),
  }));
  return { ...factor, levels };
}

/** Factors with the levels that `--levels` chooses. @throws UserError `config` for names that the configuration does not have */
export function restricted(config: Config, wanted: ReadonlyMap<string, readonly string[]>): Config["factors"] {
  const { factors = [] } = config;
  const problems = [...wanted].flatMap(([name, levels]) => {
    const factor = factors.find((one) => one.name === name);
    const known = factor ? factor.levels.map((level) => level.name) : factors.map((one) => one.name);
    const unknown = factor ? levels.filter((level) => !known.includes(level)) : [name];
    return unknown.map(
      (one) => `no ${factor ? `level '${one}' of ${name}` : `factor '${one}'`}; expected ${known.join(", ")}`,
    );
  });
  if (problems.length > 0)
    throw new UserError("config", "--levels names what the configuration does not have", { problems });
  return factors.map((factor) => {
    const levels = wanted.get(factor.name);
    return levels ? { ...factor, levels: factor.levels.filter(({ name }) => levels.includes(name)) } : factor;
  });
}
