import { levelsOf } from "../../record/config/factors/cells.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName } from "../../record/domain/names.ts";
import { findScore } from "../../record/scores/score-records.ts";
import type { Results } from "../../results/analyses/results.ts";
import { filteredBy, isLevelFilter } from "../../results/selection/filters.ts";
import type { SideKey } from "../../results/selection/target.ts";
import type { FindingSide } from "./site-data.ts";

type Records = Results["scores"];

interface Of {
  config: Config;
  scores: Records;
}

interface Pair {
  factor: SideKey;
  /** The values of the factor, or several joined by commas. */
  sides: readonly string[] | string;
  metric: string;
  label(side: string): string;
  /** Where the sides are several configurations each: what they are. */
  said?: string | undefined;
}

/** The executions that a paired difference is made of: those with a number, on scenarios where both sides have one. */
export function bothSides({ config, scores }: Of, { factor, sides, metric, label, said }: Pair): FindingSide {
  const names = typeof sides === "string" ? sides.split(",") : sides;
  const of = sideOf(config, factor);
  const known = scores.filter((record) => names.includes(of(record)) && scoreOf(record, metric) !== null);
  const seen = new Map<string, Set<string>>();
  for (const record of known) seen.set(record.scenario_id, (seen.get(record.scenario_id) ?? new Set()).add(of(record)));
  const present = new Set(known.map(of)).size;
  return {
    label: `of ${said ?? names.map(label).join(" and ")}, on the same scenarios`,
    executions: known.filter(({ scenario_id }) => seen.get(scenario_id)?.size === present).length,
    behind: { [factor]: names.join(","), metric, has: "value", paired: factor },
  };
}

function sideOf(config: Config, factor: SideKey): (record: Records[number]) => string {
  if (factor === "configuration") return configurationName;
  if (isLevelFilter(factor)) return (record) => levelsOf(config, record).get(filteredBy(factor)) ?? "";
  return (record) => record[factor];
}

/** The executions in which a count is above 0, with their sum, and of how many the count is known. */
export function positive(
  scores: Records,
  metric: string,
  label: string,
): { sum: number; known: number; side: FindingSide } {
  const values = scores.flatMap((record) => scoreOf(record, metric) ?? []);
  return {
    sum: values.reduce((sum, value) => sum + value, 0),
    known: values.length,
    side: { label, executions: values.filter((value) => value > 0).length, behind: { metric, has: "positive" } },
  };
}

function scoreOf(record: Records[number], metric: string): number | null {
  return findScore(record, metric)?.value ?? null;
}
