import { levelLabel as furtherLabel, knowledgeLabel, workflowLabel } from "../../print/format.ts";
import { MATRIX_FACTORS } from "../../record/domain/names.ts";
import type { FactorEffects } from "../../results/analyses/factors.ts";
import { levelFilter } from "../../results/selection/filters.ts";
import type { SideKey } from "../../results/selection/target.ts";

type FactorName = FactorEffects["factors"][number]["factor"];
type Levels = FactorEffects["factors"][number]["levels"];

export function factorLabel(factor: FactorName): string {
  const known: Readonly<Record<string, string>> = { knowledge: "knowledge mode", serving: "serving stack" };
  return known[factor] ?? factor.replaceAll("_", " ");
}

export function levelLabel(factor: FactorName, level: string): string {
  if (factor === "workflow") return workflowLabel(level);
  if (factor === "knowledge") return knowledgeLabel(level);
  return isFurther(factor) ? furtherLabel(factor, level) : level;
}

/** `depth 10 - 20`: two levels of one factor, which is named once. A hyphen is written as a true sign where people read it. */
export function levelsLabel(factor: FactorName, first: string, second: string): string {
  return `${levelLabel(factor, first)} - ${isFurther(factor) ? second : levelLabel(factor, second)}`;
}

/** Beside model, workflow, knowledge mode and what is derived of them. */
export function isFurther(factor: FactorName): boolean {
  return factor !== "serving" && !(MATRIX_FACTORS as readonly string[]).includes(factor);
}

/**
 * What selects the executions at some levels of a factor: the levels' names; where not all at a level are compared, the configurations
 * that are. A serving stack is no column of theirs: their models say it.
 */
export function selectLevels(
  factor: FactorName,
  names: readonly string[],
  { levels, configurations = [] }: { levels: Levels; configurations?: readonly string[] | undefined },
): { factor: SideKey; sides: string } {
  if (configurations.length > 0) return { factor: "configuration", sides: configurations.join(",") };
  const own = MATRIX_FACTORS.find((name) => name === factor);
  if (own) return { factor: own, sides: names.join(",") };
  if (factor !== "serving") return { factor: levelFilter(factor), sides: names.join(",") };
  const models = levels.flatMap(({ level, models }) => (names.includes(level) ? models : []));
  return { factor: "model", sides: models.join(",") };
}
