import { madeOf, OWN } from "../../../../agent/contract/contract.ts";
import { joinLevels } from "../../../../base/level-names.ts";
import { type Configuration, configurationName, MATRIX_FACTORS, type NamedConfiguration } from "../../domain/names.ts";
import type { Config } from "../schema.ts";
import { type Acting, acts } from "./acting.ts";
import { runsOf } from "./fraction.ts";
import type { DeclaredFactor } from "./schema.ts";

export type FactorialConfig = Pick<Config, "models" | "workflows" | "knowledge"> &
  Partial<Pick<Config, "factors" | "design" | "retrieval">>;
type Three = Pick<Configuration, "model" | "workflow" | "knowledge">;
type Level = DeclaredFactor["levels"][number];
/** A level of each factor. */
type Combination = ReadonlyMap<DeclaredFactor, Level>;
type Chosen = readonly [DeclaredFactor, Level];

/** One configuration with the level of each factor that applies to it, base levels too. */
export interface FactorCell {
  configuration: Configuration;
  levels: ReadonlyMap<string, string>;
}

/** The cells of each model, workflow and knowledge mode; `combinations`: of levels that were asked for, of which equal ones are one cell. */
export interface FactorCells {
  cells: readonly FactorCell[];
  combinations: number;
}

const known = new WeakMap<object, FactorCells>();

/**
 * The factorial with its further factors: model, then workflow, then knowledge mode, then factors as they are declared, the last
 * fastest. Where nothing of a factor can act it does not apply, and combinations that differ in it alone are one cell.
 */
export function cellsOf(config: FactorialConfig): FactorCells {
  const made = known.get(config) ?? makeCells(config);
  known.set(config, made);
  return made;
}

function makeCells(config: FactorialConfig): FactorCells {
  const combinations = combinationsOf(config);
  const cells = config.models.flatMap(({ name: model }) =>
    config.workflows.flatMap((workflow) =>
      config.knowledge.flatMap((knowledge) => {
        const own = combinations.map((combination) => cellOf({ model, workflow, knowledge }, { combination, config }));
        return [...new Map(own.map((cell) => [cell.configuration.levels, cell])).values()];
      }),
    ),
  );
  const threes = config.models.length * config.workflows.length * config.knowledge.length;
  return { cells, combinations: threes * combinations.length };
}

function cellOf(
  three: Three,
  { combination, config }: { combination: Combination; config: FactorialConfig },
): FactorCell {
  const meant = [...combination].filter(([factor]) => isMeantFor(factor, three));
  const acting = actingOf(three, config, meant);
  const applied = meant.filter(([factor]) => canAct(factor, acting));
  const levels = joinLevels(
    applied.filter(([factor, { name }]) => factor.base !== name).map(([factor, { name }]) => [factor.name, name]),
  );
  return {
    configuration: { ...three, ...(levels !== undefined && { levels }) } as Configuration,
    levels: new Map(applied.map(([factor, { name }]) => [factor.name, name])),
  };
}

function isMeantFor({ only = {} }: DeclaredFactor, { model, workflow, knowledge }: Three): boolean {
  const accepts = (names: readonly string[] | undefined, name: string) => names === undefined || names.includes(name);
  return accepts(only.model, model) && accepts(only.workflow, workflow) && accepts(only.knowledge, knowledge);
}

function canAct({ levels }: DeclaredFactor, acting: Acting): boolean {
  return levels.some(({ patch }) => Object.keys(patch).some((path) => acts(path, acting)));
}

function actingOf({ model, workflow }: Three, config: FactorialConfig, chosen: readonly Chosen[]): Acting {
  const asNamed = { grade: false, rewrite: false, rerank: "none", ...madeOf(workflow).settings };
  const retrieval = { ...asNamed, ...config.retrieval } as Acting["retrieval"];
  for (const [, { patch }] of chosen)
    for (const [path, value] of Object.entries(patch))
      if (path.startsWith("retrieval.")) Object.assign(retrieval, { [path.slice("retrieval.".length)]: value });
  return { workflow, provider: config.models.find(({ name }) => name === model)?.provider, retrieval };
}

/** All of them; those of a list; or the base and each other level alone. */
function combinationsOf(config: FactorialConfig): Combination[] {
  const { factors = [], design } = config;
  const bases = new Map(factors.map((factor) => [factor, levelNamed(factor, factor.base)]));
  if (design?.list)
    return design.list.map(
      (chosen) => new Map(factors.map((factor) => [factor, levelNamed(factor, chosen[factor.name] ?? factor.base)])),
    );
  if (design?.one_at_a_time)
    return [
      bases,
      ...factors.flatMap((factor) =>
        factor.levels.filter((level) => level !== bases.get(factor)).map((level) => new Map(bases).set(factor, level)),
      ),
    ];
  const fractioned = design?.fraction?.of ?? [];
  const crossed = factors
    .filter(({ name }) => !fractioned.includes(name))
    .reduce<Combination[]>(
      (all, factor) => all.flatMap((before) => factor.levels.map((level) => new Map(before).set(factor, level))),
      [new Map()],
    );
  if (!design?.fraction) return crossed;
  const own = fractioned.map((name) => factors.find((factor) => factor.name === name)!);
  const runs = runsOf(design.fraction).map((places) =>
    own.map((factor, at) => [factor, factor.levels[places[at]!]!] as const),
  );
  // Names have factors as they are declared, whatever part of them is a fraction.
  const inOrder = (levels: ReadonlyMap<DeclaredFactor, Level>) =>
    new Map(factors.map((factor) => [factor, levels.get(factor)!]));
  return crossed.flatMap((before) => runs.map((run) => inOrder(new Map([...before, ...run]))));
}

/** The first where no level has that name. */
function levelNamed({ levels }: DeclaredFactor, name: string | null | undefined): Level {
  return levels.find((level) => level.name === name) ?? levels[0]!;
}

/** The level of each factor that applies to a configuration of the run, base levels too. Empty for what has none. */
export function levelsOf(config: FactorialConfig, configuration: NamedConfiguration): ReadonlyMap<string, string> {
  if (!config.factors || configuration.workflow === OWN) return new Map();
  const cells =
    byName.get(config) ??
    new Map(cellsOf(config).cells.map((cell) => [configurationName(cell.configuration), cell.levels]));
  byName.set(config, cells);
  return cells.get(configurationName(configuration)) ?? new Map();
}

const byName = new WeakMap<object, Map<string, ReadonlyMap<string, string>>>();

/** The level of every factor: model, workflow and knowledge mode first. */
export function allLevelsOf(config: FactorialConfig, configuration: NamedConfiguration): ReadonlyMap<string, string> {
  const three = MATRIX_FACTORS.map((factor) => [factor, configuration[factor]] as const);
  return new Map([...three, ...levelsOf(config, configuration)]);
}
