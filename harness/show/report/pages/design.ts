import { countOf } from "../../../../base/counts.ts";
import { cellsOf, type FactorialConfig } from "../../../record/config/factors/cells.ts";
import { aliasNames } from "../../../record/config/factors/fraction.ts";
import type { Config } from "../../../record/config/schema.ts";

/** A factor of the run, and what can be said of it. */
interface DesignFactor {
  factor: string;
  levels: readonly string[];
  /** The level that changes nothing of what the configuration says; null where each does, or there is none. */
  base: string | null;
  /** Configurations that it applies to. */
  configurations: number;
  /** Of a fraction: effects of up to two other factors that this one's cannot be told from. */
  aliases: readonly string[];
}

/** What varied in a run, and which combinations of it were run. */
export interface DesignData {
  sentence: string;
  factors: readonly DesignFactor[];
}

export function designOf(config: FactorialConfig & Partial<Pick<Config, "external_agents">>): DesignData {
  const { models, workflows, knowledge, factors = [] } = config;
  const { cells, combinations } = cellsOf(config);
  const ever = { base: null, configurations: cells.length, aliases: [] };
  // Agents of other makers are configurations that no factor makes.
  const own = config.external_agents?.length ?? 0;
  if (cells.length === 0)
    return { sentence: `${countOf(own, "external agent")}, each a configuration of its own.`, factors: [] };
  const further = factors.map(({ name: factor, levels, base }) => ({
    factor,
    levels: levels.map(({ name }) => name),
    base: base ?? null,
    configurations: cells.filter((cell) => cell.levels.has(factor)).length,
    aliases: aliasNames(config.design?.fraction, factor),
  }));
  const collapsed =
    combinations > cells.length
      ? ` Of ${countOf(combinations, "combination")}, those that differ in a factor which cannot act there are one configuration.`
      : "";
  return {
    sentence: `${countOf(cells.length, "configuration")}: ${wordsOf(config.design)}.${collapsed}${own === 0 ? "" : ` Besides, ${countOf(own, "external agent")}, each a configuration of its own.`}`,
    factors: [
      { factor: "model", levels: models.map(({ name }) => name), ...ever },
      { factor: "workflow", levels: workflows, ...ever },
      { factor: "knowledge", levels: knowledge, ...ever },
      ...further,
    ],
  };
}

function wordsOf(design: FactorialConfig["design"]): string {
  if (design?.list) return "a list of combinations, with every model, workflow and knowledge mode";
  if (design?.one_at_a_time)
    return "one factor at a time from the base, with every model, workflow and knowledge mode; each effect is that at the base alone, and there are no interactions";
  if (design?.fraction)
    return `a fraction of the combinations of ${design.fraction.of.join(", ")}, of resolution ${design.fraction.resolution}, with every combination of the rest`;
  return "every combination of the levels";
}
