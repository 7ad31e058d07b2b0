import { OWN } from "../../../agent/contract/contract.ts";
import { grouped } from "../../../base/grouped.ts";
import { allLevelsOf, type FactorialConfig } from "../../record/config/factors/cells.ts";
import type { ModelEntry } from "../../record/config/model-schema.ts";
import { configurationName, MATRIX_FACTORS } from "../../record/domain/names.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";

/** The executions at each level of one factor. */
export interface FactorGroups {
  factor: string;
  levels: readonly string[];
  /** Configurations at a level that have a partner at every other level; null where all at the level do. */
  configurationsAt(level: string): readonly string[] | null;
  at(level: string): readonly ScoredExecution[];
  /** Executions of two levels, of configurations that have a partner which is equal in all other factors. */
  matched(first: string, second: string): readonly [readonly ScoredExecution[], readonly ScoredExecution[]];
  /** These configurations; null where they are all at the two levels. */
  matchedConfigurations(first: string, second: string): readonly string[] | null;
}

interface Cell {
  name: string;
  /** Level of each factor that applies. */
  levels: ReadonlyMap<string, string>;
  executions: readonly ScoredExecution[];
}

/**
 * Each factor of the executions' configurations: model, workflow, knowledge mode, serving stack, then the run's further factors.
 * Two levels are compared in configurations that are equal in all others; one that applies to a single side is held at its base there.
 * In a complete design that leaves nothing out. What is not made of the factors has no level of them.
 */
export function factorGroups(all: readonly ScoredExecution[], config: FactorialConfig): FactorGroups[] {
  const cells = cellsIn(all, config);
  const further = (config.factors ?? []).map(({ name }) => name);
  const bases = new Map((config.factors ?? []).map(({ name, base, levels }) => [name, base ?? levels[0]?.name]));
  const stacks = servingStacks(config.models);
  const served = cells.flatMap((cell) => servedCell(cell, stacks));
  return [
    ...MATRIX_FACTORS.map((factor) => groupsOf(factor, cells, bases)),
    groupsOf("serving", served, bases),
    ...further.map((factor) =>
      config.design?.fraction?.of.includes(factor)
        ? contrastOf(factor, cells, config.design.fraction.of)
        : groupsOf(factor, cells, bases),
    ),
  ].filter(({ levels }) => levels.length > 0);
}

function cellsIn(all: readonly ScoredExecution[], config: FactorialConfig): Cell[] {
  const ours = all.filter(({ record }) => record.workflow !== OWN);
  return [...grouped(ours, ({ record }) => configurationName(record))].map(([name, executions]) => {
    return { name, levels: allLevelsOf(config, executions[0]!.record), executions };
  });
}

/** With the serving stack in its entry's place: entries of one model differ in it alone. */
function servedCell(cell: Cell, stacks: ReturnType<typeof servingStacks>): Cell[] {
  const served = stacks.get(cell.levels.get("model")!);
  if (!served) return [];
  return [{ ...cell, levels: new Map(cell.levels).set("model", served.model).set("serving", served.stack) }];
}

type Bases = ReadonlyMap<string, string | undefined>;

function groupsOf(factor: string, cells: readonly Cell[], bases: Bases): FactorGroups {
  const own = grouped(
    cells.filter(({ levels }) => levels.has(factor)),
    ({ levels }) => levels.get(factor)!,
  );
  const levels = [...own.keys()];
  const strata = new Map(
    [...own].map(([level, members]) => [level, new Map(members.map((cell) => [stratumOf(cell, factor, bases), cell]))]),
  );
  const common = (level: string, others: readonly string[]): Cell[] =>
    [...strata.get(level)!].flatMap(([stratum, cell]) =>
      others.every((other) => strata.get(other)!.has(stratum)) ? [cell] : [],
    );
  const partOf = (at: readonly string[], found: readonly Cell[]): string[] | null => {
    const all = at.reduce((sum, level) => sum + own.get(level)!.length, 0);
    return found.length === all ? null : found.map(({ name }) => name);
  };
  const executionsOf = (found: readonly Cell[]) => found.flatMap(({ executions }) => executions);
  return {
    factor,
    levels,
    configurationsAt: (level) => partOf([level], common(level, levels)),
    at: (level) => executionsOf(common(level, levels)),
    matched: (first, second) => [executionsOf(common(first, [second])), executionsOf(common(second, [first]))],
    matchedConfigurations: (first, second) =>
      partOf([first, second], [...common(first, [second]), ...common(second, [first])]),
  };
}

/**
 * A factor of a fraction: no two of its configurations are equal in all others, but each half has every level of the others equally
 * often, so halves are compared. Where a selection has broken that, nothing is.
 */
function contrastOf(factor: string, cells: readonly Cell[], fraction: readonly string[]): FactorGroups {
  const halves = grouped(
    cells.filter(({ levels }) => levels.has(factor)),
    ({ levels }) => levels.get(factor)!,
  );
  const isBalanced = areBalanced(
    [...halves.values()],
    [...MATRIX_FACTORS, ...fraction.filter((name) => name !== factor)],
  );
  const executionsAt = (level: string) =>
    isBalanced ? halves.get(level)!.flatMap(({ executions }) => executions) : [];
  const compared = isBalanced ? null : [];
  return {
    factor,
    levels: [...halves.keys()],
    configurationsAt: () => compared,
    at: executionsAt,
    matched: (first, second) => [executionsAt(first), executionsAt(second)],
    matchedConfigurations: () => compared,
  };
}

/** Whether each group has every level of every one of these factors equally often. */
function areBalanced(groups: readonly (readonly Cell[])[], factors: readonly string[]): boolean {
  const counts = groups.map((group) =>
    JSON.stringify(
      factors.map((factor) =>
        [...grouped(group, ({ levels }) => levels.get(factor) ?? "")]
          .map(([level, { length }]) => [level, length])
          .sort(),
      ),
    ),
  );
  return new Set(counts).size === 1;
}

/** What a cell is beside one factor: its levels of all others, those at their base left out, as if they did not apply. */
function stratumOf({ levels }: Cell, factor: string, bases: Bases): string {
  return JSON.stringify([...levels].filter(([name, level]) => name !== factor && bases.get(name) !== level));
}

/**
 * The serving stack of each entry that can be compared by it: of models (`same_as`) that are configured behind every stack
 * that is named for any, so that no stack's mean is over other models than another's.
 */
export function servingStacks(models: readonly ModelEntry[]): ReadonlyMap<string, { model: string; stack: string }> {
  const stated = models.flatMap(({ name, facts }) =>
    facts?.same_as && facts.serving ? [{ name, model: facts.same_as, stack: facts.serving }] : [],
  );
  const byModel = grouped(stated, ({ model }) => model);
  const several = [...byModel.values()].filter((entries) => new Set(entries.map(({ stack }) => stack)).size > 1);
  const stacks = new Set(several.flat().map(({ stack }) => stack));
  const complete = several.filter((entries) => new Set(entries.map(({ stack }) => stack)).size === stacks.size);
  return new Map(complete.flat().map(({ name, model, stack }) => [name, { model, stack }]));
}
