import { UserError } from "../../../base/user-error.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName } from "../../record/domain/names.ts";
import { acceptsConfiguration, acceptsScenario } from "./design.ts";
import {
  alternatives,
  DESIGN_FILTERS,
  type DesignFilter,
  type Filters,
  filteredBy,
  isLevelFilter,
  levelFilter,
  setFilters,
} from "./filters.ts";

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
    const values = Object.hasOwn(known, key) ? known[key]! : null;
    const filter = isDesignFilter(key) ? key : levelFilter(key);
    if (value === "") problems.push(`'${text}': expected key=value or key=value,value`);
    else if (values === null) problems.push(`no key '${key}'; there are ${Object.keys(known).join(", ")}`);
    else if (filter in filters) problems.push(`${key} stands there twice; alternatives are joined: ${key}=a,b`);
    else {
      filters[filter] = value;
      const unknown = alternatives(value).filter((one) => !values.includes(one));
      problems.push(...unknown.map((one) => `no ${key} '${one}'; there are ${listed(values)}`));
    }
  }
  if (problems.length > 0) throw new UserError("usage", "--where names what this run does not have", { problems });
  checkSelection(filters, run);
  return filters;
}

/** The same flags again; null for filters that no run can be cut down to. */
export function whereFlags(filters: Filters): string[] | null {
  const keys = setFilters(filters);
  if (!keys.every((key) => isLevelFilter(key) || isDesignFilter(key))) return null;
  return keys.flatMap((key) => ["--where", quoted(`${filteredBy(key)}=${filters[key]}`)]);
}

function isDesignFilter(key: string): key is DesignFilter {
  return (DESIGN_FILTERS as readonly string[]).includes(key);
}

function valuesOf({ config, scenarios }: Run): Readonly<Record<string, readonly string[]>> {
  const configurations = configurationsOf(config);
  const each = <T>(list: readonly T[], of: (one: T) => string) => [...new Set(list.map(of))];
  const fixed: Record<DesignFilter, readonly string[]> = {
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
  const { factors = [] } = config;
  return {
    ...fixed,
    ...Object.fromEntries(factors.map(({ name, levels }) => [name, levels.map((level) => level.name)])),
  };
}

/** Names in an error message. */
const LISTED = 12;

function listed(values: readonly string[]): string {
  const more = values.length - LISTED;
  return values.slice(0, LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function checkSelection(filters: Filters, { config, scenarios }: Run): void {
  const configurations = configurationsOf(config).filter((one) => acceptsConfiguration(filters, one, { config }));
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
