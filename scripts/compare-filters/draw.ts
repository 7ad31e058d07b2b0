import { type Random, randomInteger, shuffle } from "../../base/random.ts";
import { configurationName } from "../../harness/record/domain/names.ts";
import {
  type FilterKey,
  type Filters,
  isLevelFilter,
  RESULT_FILTERS,
} from "../../harness/results/selection/filters.ts";
import type { Records } from "./run-side.ts";

/** One filter of a kind that is drawn first, so that each kind comes up often whatever the run's size. */
export function drawFilters(random: Random, records: Records): Filters {
  const kinds = [levels, levels, levels, levels, fewScenarios, oneConfiguration, someConfigurations, byResult];
  return kinds[randomInteger(random, kinds.length)]!(random, records);
}

/** One to three of what the bar offers, each with one or more values. */
function levels(random: Random, { configurations, scenarios, rows }: Records): Filters {
  const further = Object.keys(rows[0] ?? {}).filter(isLevelFilter);
  const values: Partial<Record<FilterKey, readonly string[]>> = {
    ...Object.fromEntries(further.map((key) => [key, rows.flatMap((row) => row[key] ?? [])])),
    model: configurations.map(({ model }) => model),
    workflow: configurations.map(({ workflow }) => workflow),
    knowledge: configurations.map(({ knowledge }) => knowledge),
    family: scenarios.map(({ family }) => family),
    complexity: scenarios.map(({ complexity }) => complexity),
    answerable: scenarios.map(({ answerable }) => String(answerable)),
  };
  const keys = shuffle(random, Object.keys(values) as FilterKey[]).slice(0, 1 + randomInteger(random, 3));
  return Object.fromEntries(keys.map((key) => [key, some(random, values[key]!)]));
}

function fewScenarios(random: Random, { scenarios }: Records): Filters {
  const ids = scenarios.map(({ id }) => id);
  return { scenario: drawn(random, ids, 1 + randomInteger(random, 4)) };
}

function oneConfiguration(random: Random, { configurations }: Records): Filters {
  return { configuration: drawn(random, configurations.map(configurationName), 1) };
}

/** Hardly ever all combinations of their levels. */
function someConfigurations(random: Random, records: Records): Filters {
  const names = records.configurations.map(configurationName);
  const filters = { configuration: drawn(random, names, 2 + randomInteger(random, 5)) };
  return randomInteger(random, 2) === 0 ? filters : { ...fewScenarios(random, records), ...filters };
}

function byResult(random: Random, records: Records): Filters {
  const key: FilterKey = RESULT_FILTERS[randomInteger(random, RESULT_FILTERS.length)]!;
  const filters = {
    [key]: some(
      random,
      records.rows.map((row) => String(row[key])),
    ),
  };
  return randomInteger(random, 2) === 0 ? filters : { ...levels(random, records), ...filters };
}

/** Not all of them where there are two. */
function some<T extends string>(random: Random, all: readonly T[]): string {
  const distinct = new Set(all).size;
  return drawn(random, all, 1 + randomInteger(random, Math.max(1, distinct - 1)));
}

function drawn(random: Random, all: readonly string[], count: number): string {
  return shuffle(random, [...new Set(all)])
    .slice(0, count)
    .join(",");
}
