import { WORKFLOW_NAME } from "../../../agent/contract/contract.ts";
import type { Aliases } from "./aliases.ts";

/** Shorter names would be found by chance. */
const SHORTEST_IN_TEXT = 3;

/** Fields of records that hold a name and nothing else, or several. */
const NAME_FIELDS = new Set(["model", "served_model", "served_models", "evaluator", "provider", "stand_in_models"]);

export interface Rewrite {
  /** A field that holds a name. */
  name(value: string): string;
  /** Any text, in which names may stand. */
  text(value: string): string;
}

/**
 * In texts whole names are replaced, the longest first, so that no name is taken for a part of another: but none that is a word of the
 * records themselves (`vocabulary`), unless it begins the name of a configuration. One underscore belongs to a word
 * (`planner_iterations` is a key); two part the names of a configuration.
 */
export function makeRewrite(aliases: Aliases, vocabulary: ReadonlySet<string>): Rewrite {
  const names = [...aliases.keys()].sort((a, b) => b.length - a.length);
  const telling = names.filter((name) => name.length >= SHORTEST_IN_TEXT && !vocabulary.has(name));
  const before = "(?<![\\p{L}\\p{N}]|(?<!_)_)";
  const patterns = [
    ...(names.length > 0 ? [`${before}${eitherOf(names)}(?=__${WORKFLOW_NAME.source.slice(1, -1)}__)`] : []),
    ...(telling.length > 0 ? [`${before}${eitherOf(telling)}(?![\\p{L}\\p{N}]|_(?!_))`] : []),
  ];
  if (patterns.length === 0) return { name: (value) => value, text: (value) => value };
  const pattern = new RegExp(patterns.join("|"), "gu");
  const text = (value: string) => value.replace(pattern, (name) => aliases.get(name) ?? name);
  return { text, name: (value) => aliases.get(value) ?? text(value) };
}

function eitherOf(names: readonly string[]): string {
  return `(?:${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`;
}

/** The same through records, field by field. Keys stay. */
export function rewriteDeep<T>(value: T, rewrite: Rewrite, isName = false): T {
  const changed = (): unknown => {
    if (typeof value === "string") return isName ? rewrite.name(value) : rewrite.text(value);
    if (Array.isArray(value)) return value.map((item) => rewriteDeep(item, rewrite, isName));
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value).map(([key, item]) => [key, rewriteDeep(item, rewrite, NAME_FIELDS.has(key))]);
    return Object.fromEntries(fields);
  };
  return changed() as T;
}
