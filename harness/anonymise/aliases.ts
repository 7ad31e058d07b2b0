import { homedir, hostname } from "node:os";
import { colorOrder, modelNames } from "../config/matrix.ts";
import type { Config } from "../config/schema.ts";
import type { Manifest } from "../run-directory/manifest.ts";

/** What tells who made a run or which models were in it, with what takes its place. */
export type Aliases = ReadonlyMap<string, string>;

/** Shorter names would be found inside other words' places by chance; they are replaced as names only. */
const MIN_LENGTH = 3;

/** Models are numbered in the order of the configuration, so that equal runs get equal names. */
export function makeAliases(config: Config, manifest: Manifest, cwd: string): Aliases {
  const aliases = new Map<string, string>();
  const add = (text: string | undefined, alias: string) => {
    if (text !== undefined && text.length >= MIN_LENGTH && !aliases.has(text)) aliases.set(text, alias);
  };
  config.models.forEach(({ name, provider, model, base_url, family }, index) => {
    const alias = `model-${index + 1}`;
    add(name, alias);
    if (provider !== "policy") for (const text of [model, base_url, family]) add(text, alias);
    for (const served of manifest.served_models[name] ?? []) add(served, servedAlias(served, alias));
  });
  for (const [index, { name }] of config.external_agents.entries()) add(name, `agent-${index + 1}`);
  const others = colorOrder(config).filter((name) => !modelNames(config).includes(name));
  for (const [index, name] of others.entries()) add(name, `absent-${index + 1}`);
  judgeEndpoints(config).forEach(({ model, base_url, family }, index) => {
    for (const text of [model, base_url, family]) add(text, `judge-${index + 1}`);
  });
  for (const [text, alias] of [
    [cwd, "folder"],
    [homedir(), "home"],
    [hostname(), "host"],
  ] as const)
    add(text, alias);
  return aliases;
}

/**
 * Replaces whole names, the longest first, so that no name is taken for a part of another. One underscore belongs to a
 * word (`planner_iterations` is a key); two part the names of a configuration.
 */
export function makeRewrite(aliases: Aliases): (text: string) => string {
  const names = [...aliases.keys()].sort((a, b) => b.length - a.length);
  if (names.length === 0) return (text) => text;
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}]|(?<!_)_)(?:${escaped.join("|")})(?![\\p{L}\\p{N}]|_(?!_))`, "gu");
  return (text) => text.replace(pattern, (name) => aliases.get(name) ?? name);
}

/** The same through arrays, objects' values and keys. */
export function rewriteDeep(value: unknown, rewrite: (text: string) => string): unknown {
  if (typeof value === "string") return rewrite(value);
  if (Array.isArray(value)) return value.map((item) => rewriteDeep(item, rewrite));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [rewrite(key), rewriteDeep(item, rewrite)]));
}

/** That a model is a stand-in is no identity: it stays said. */
function servedAlias(served: string, alias: string): string {
  return served.includes("stand-in") ? `${alias} (stand-in, not a language model)` : alias;
}

function judgeEndpoints({ judges }: Config) {
  return [judges.primary, judges.calibration, judges.meta].flatMap((judge) =>
    judge.type === "llm" ? judge.chain : [],
  );
}
