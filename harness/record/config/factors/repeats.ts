import type { NamedConfiguration } from "../../domain/names.ts";
import type { Config } from "../schema.ts";
import { REPEATS } from "./acting.ts";
import { cellsOf, type FactorialConfig, levelsOf } from "./cells.ts";

type Repeated = FactorialConfig & Pick<Config, "repeats">;

/** How often a configuration is executed: as the level says that asks for most, else as the run. */
export function repeatsOf(config: Repeated, configuration: NamedConfiguration): number {
  const asked = [...levelsOf(config, configuration)].flatMap(([name, level]) => {
    const found = config.factors?.find((factor) => factor.name === name)?.levels.find((one) => one.name === level);
    const repeats = found?.patch[REPEATS];
    return typeof repeats === "number" ? repeats : [];
  });
  return asked.length > 0 ? Math.max(...asked) : config.repeats;
}

/** Of the run's own configurations, the fewest and the most. */
export function repeatsRange(config: Repeated): { least: number; most: number } {
  const all = cellsOf(config).cells.map(({ configuration }) => repeatsOf(config, configuration));
  return all.length === 0
    ? { least: config.repeats, most: config.repeats }
    : { least: Math.min(...all), most: Math.max(...all) };
}

/** For people: `1 to 5` where levels differ. */
export function repeatsText(config: Repeated): string {
  const { least, most } = repeatsRange(config);
  return least === most ? String(most) : `${least} to ${most}`;
}
