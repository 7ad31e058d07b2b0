import { UserError } from "../../../base/user-error.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { levelsOf } from "../../record/config/factors/cells.ts";
import type { DeclaredFactor } from "../../record/config/factors/schema.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName } from "../../record/domain/names.ts";
import { acceptsConfiguration, acceptsScenario } from "./design.ts";
import { alternatives, DESIGN_FILTERS, type DesignFilter, type Filters } from "./filters.ts";

interface Run {
  config: Config;
  scenarios: readonly Scenario[];
}

/**
 * Filters of `--where key=value,value`, which are all to hold.
 * @throws UserError `usage` for what this run does not have, and where nothing is left
 */
export function parseWhere(texts: readonly string[], run: Run): Filters {
  const known = valuesOf(run);
  const filters: Filters = {};
  const problems: string[] = [];
  for (const text of texts) {
    const [, key = "", value = ""] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    const factor = run.config.factors?.find(({ name }) => name === key);
    if (value === "") problems.push(`'${text}': expected key=value or key=value,value`);
    else if (factor) problems.push(...narrowed(filters, { factor, value, config: run.config }));
    else if (!isDesignFilter(key)) problems.push(`no key '${key}'; there are ${keysOf(run).join(", ")}`);
    else if (key in filters) problems.push(`${key} stands there twice; alternatives are joined: ${key}=a,b`);
    else {
      filters[key] = value;
      const unknown = alternatives(value).filter((one) => !known[key].includes(one));
      problems.push(...unknown.map((one) => `no ${key} '${one}'; there are ${listed(known[key])}`));
    }
  }
  if (problems.length > 0) throw new UserError("usage", "--where names what this run does not have", { problems });
  checkSelection(filters, run);
  return filters;
}

/** Levels of a further factor select the configurations that have them. Gives what is wrong with the levels. */
function narrowed(
  filters: Filters,
  { factor, value, config }: { factor: DeclaredFactor; value: string; config: Config },
): string[] {
  const levels = factor.levels.map(({ name }) => name);
  const unknown = alternatives(value).filter((level) => !levels.includes(level));
  if (unknown.length > 0) return unknown.map((level) => `no ${factor.name} '${level}'; there are ${listed(levels)}`);
  const earlier = filters.configuration ? alternatives(filters.configuration) : null;
  const names = configurationsOf(config)
    .filter((one) => alternatives(value).includes(levelsOf(config, one).get(factor.name) ?? ""))
    .map(configurationName)
    .filter((name) => earlier === null || earlier.includes(name));
  filters.configuration = names.join(",");
  return names.length > 0 ? [] : [`${factor.name}=${value} and what stands before it have no configuration in common`];
}

function keysOf({ config: { factors = [] } }: Run): string[] {
  return [...DESIGN_FILTERS, ...factors.map(({ name }) => name)];
}

/** The same flags again; null for filters that no run can be cut down to. */
export function whereFlags(filters: Filters): string[] | null {
  const keys = Object.keys(filters);
  if (!keys.every(isDesignFilter)) return null;
  return DESIGN_FILTERS.flatMap((key) => (filters[key] ? ["--where", quoted(`${key}=${filters[key]}`)] : []));
}

function isDesignFilter(key: string): key is DesignFilter {
  return (DESIGN_FILTERS as readonly string[]).includes(key);
}

function valuesOf({ config, scenarios }: Run): Record<DesignFilter, readonly string[]> {
  const configurations = configurationsOf(config);
  const each = <T>(list: readonly T[], of: (one: T) => string) => [...new Set(list.map(of))];
  return {
    configuration: configurations.map(configurationName),
    model: each(configurations, ({ model }) => model),
    workflow: each(configurations, ({ workflow }) => workflow),
    knowledge: each(configurations, ({ knowledge }) => knowledge),
    scenario: scenarios.map(({ id }) => id),
    family: each(scenarios, ({ family }) => family),
    complexity: each(scenarios, ({ complexity }) => complexity),
    answerable: each(scenarios, ({ answerable }) => String(answerable)),
    nonexistence: each(scenarios, ({ nonexistence = null }) => String(nonexistence)),
  };
}

/** Names in an error message. */
const LISTED = 12;

function listed(values: readonly string[]): string {
  const more = values.length - LISTED;
  return values.slice(0, LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function checkSelection(filters: Filters, { config, scenarios }: Run): void {
  const configurations = configurationsOf(config).filter((one) => acceptsConfiguration(filters, one));
  const left = scenarios.filter((scenario) => acceptsScenario(filters, scenario));
  if (configurations.length > 0 && left.length > 0) return;
  const what = configurations.length === 0 ? "configuration" : "scenario";
  throw new UserError("usage", `--where selects nothing: no ${what} has all of this`, {
    hint: "leave a part of it out",
  });
}

/** For a shell, to which names of a run may be anything. */
function quoted(text: string): string {
  return /^[\w=,.:/@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
