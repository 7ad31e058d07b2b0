import { knowledgeLabel, workflowLabel } from "../../print/format.ts";
import type { FactorEffects } from "../../results/analyses/factors.ts";

type FactorName = FactorEffects["factors"][number]["factor"];
type Levels = FactorEffects["factors"][number]["levels"];

export function factorLabel(factor: FactorName): string {
  return { model: "model", workflow: "workflow", knowledge: "knowledge mode", serving: "serving stack" }[factor];
}

export function levelLabel(factor: FactorName, level: string): string {
  return factor === "workflow" ? workflowLabel(level) : factor === "knowledge" ? knowledgeLabel(level) : level;
}

/** What selects the executions at some levels of a factor. A serving stack is no column of theirs: their models say it. */
export function selectLevels(
  factor: FactorName,
  names: readonly string[],
  levels: Levels,
): { factor: Exclude<FactorName, "serving">; sides: string } {
  if (factor !== "serving") return { factor, sides: names.join(",") };
  const models = levels.flatMap(({ level, models: own }) => (names.includes(level) ? own : []));
  return { factor: "model", sides: models.join(",") };
}
