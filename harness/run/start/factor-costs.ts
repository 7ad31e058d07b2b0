import { cellsOf, type FactorCell } from "../../record/config/factors/cells.ts";
import { aliasNames } from "../../record/config/factors/fraction.ts";
import { repeatsOf } from "../../record/config/factors/repeats.ts";
import { resolveConfig } from "../../record/config/factors/resolve.ts";
import type { Config } from "../../record/config/schema.ts";
import { substrateKey } from "../stages/execute/by-substrate.ts";
import { type EstimateRow, estimateCells } from "./estimate.ts";

/** What a factor adds over its base: the configurations that it alone makes more. */
export interface FactorCost extends Pick<EstimateRow, "tokensIn" | "tokensOut" | "cost"> {
  factor: string;
  levels: readonly string[];
  base: string | null;
  /** Of a fraction: effects of up to two other factors that this one's cannot be told from. */
  aliases: readonly string[];
  configurations: number;
  executions: number;
}

export interface FactorPlan {
  /** Combinations of levels that were asked for; what they differ in changes nothing in some, which are one configuration. */
  combinations: number;
  configurations: number;
  /** Snapshots that are built, the run's own among them. */
  substrates: number;
  factors: readonly FactorCost[];
}

/** Null for a run without further factors. */
export function planFactors(config: Config, scenarios: number): FactorPlan | null {
  if (!config.factors) return null;
  const { cells, combinations } = cellsOf(config);
  const keys = cells.map(({ configuration }) => substrateKey(resolveConfig(config, configuration)));
  return {
    combinations,
    configurations: cells.length,
    substrates: new Set([substrateKey(config), ...keys]).size,
    factors: config.factors.map(({ name, levels, base }): FactorCost => {
      const first = base ?? levels[0]!.name;
      const added = cells.filter((cell) => isBeside(cell, { factor: name, first }));
      const { tokensIn, tokensOut, cost } = estimateCells(added, config, scenarios);
      return {
        ...{
          factor: name,
          levels: levels.map((level) => level.name),
          base: base ?? null,
          aliases: aliasNames(config.design?.fraction, name),
        },
        ...{ configurations: added.length, executions: executionsIn(added, config) * scenarios },
        ...{ tokensIn, tokensOut, cost },
      };
    }),
  };
}

function executionsIn(cells: readonly FactorCell[], config: Config): number {
  return cells.reduce((sum, { configuration }) => sum + repeatsOf(config, configuration), 0);
}

function isBeside({ levels }: FactorCell, { factor, first }: { factor: string; first: string }): boolean {
  const level = levels.get(factor);
  return level !== undefined && level !== first;
}
