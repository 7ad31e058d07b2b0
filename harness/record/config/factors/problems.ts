import { madeOf } from "../../../../agent/contract/contract.ts";
import { countOf } from "../../../../base/counts.ts";
import { meantBy } from "../../../../base/nearest.ts";
import { parsePlainly, problemsOf } from "../../../../base/plain-issues.ts";
import { configurationName } from "../../domain/names.ts";
import type { Config } from "../schema.ts";
import { BUILT_IN_FACTORS } from "./built-in.ts";
import { cellsOf } from "./cells.ts";
import { FACTOR_PATHS } from "./paths.ts";
import type { DeclaredFactor } from "./schema.ts";
import { changedBy, changesNothing, valueAt } from "./values.ts";

/** Names that a column, a filter or a part of a record has already. */
const TAKEN = [
  ...[
    "model",
    "workflow",
    "knowledge",
    "serving",
    "repeat",
    "repeats",
    "configuration",
    "levels",
    "scenario",
    "scenario_id",
  ],
  ...[
    "family",
    "complexity",
    "answerable",
    "outcome",
    "reason",
    "failure",
    "functional",
    "verdict",
    "abstention",
    "nonexistence",
    "ruling",
    "cluster",
    "q",
  ],
  ...["metric", "name", "scores", "value", "error"],
];

/** Everything that is wrong with the factors and the design; [] where a run can be made of them. */
export function factorProblems(config: Config, { isRestricted }: { isRestricted: boolean }): string[] {
  const { factors = [] } = config;
  const problems = [
    ...factors.flatMap((factor) => ownProblems(factor, config)),
    ...(isRestricted ? [] : factors.flatMap(loneProblems)),
    ...pathProblems(factors),
    ...aliasProblems(config),
    ...designProblems(config),
  ];
  return problems.length > 0 ? problems : [...emptyProblems(config), ...nameProblems(config)];
}

function ownProblems(factor: DeclaredFactor, config: Config): string[] {
  const { name, levels, only } = factor;
  const unknown =
    levels.every(({ patch }) => Object.keys(patch).join() === `limits.${name}`) && !FACTOR_PATHS.has(`limits.${name}`);
  if (unknown) return [`factors.${name}: no factor is built in under this name; ${builtInMeant(name)}`];
  const values = levels.flatMap((level) =>
    Object.entries(level.patch).flatMap(([path, value]) =>
      valueProblems(path, value).map((problem) => `factors.${name}.${level.name}: ${problem}`),
    ),
  );
  const names = levels.map((level) => level.name.toLowerCase());
  const twice = names.filter((level, at) => names.indexOf(level) !== at);
  return [
    ...(TAKEN.includes(name) ? [`factors.${name}: the name is taken; choose another`] : []),
    ...twice.map((level) => `factors.${name}: the level '${level}' repeats (names differ in more than capitals)`),
    ...values,
    ...(values.length === 0 ? [...alikeProblems(factor, config), ...baseProblems(factor, config)] : []),
    ...unknownNames(
      `factors.${name}.only.model`,
      only?.model,
      config.models.map((model) => model.name),
    ),
    ...unknownNames(`factors.${name}.only.workflow`, only?.workflow, config.workflows),
    ...unknownNames(`factors.${name}.only.knowledge`, only?.knowledge, config.knowledge),
  ];
}

function builtInMeant(name: string): string {
  const limits = [...FACTOR_PATHS.keys()].flatMap((path) => /^limits\.(.+)/.exec(path)?.[1] ?? []);
  const meant = meantBy(name, [...BUILT_IN_FACTORS, ...limits]);
  if (meant) return `did you mean ${meant}?`;
  return `expected ${BUILT_IN_FACTORS.join(", ")} or a limit, or \`levels:\` with patches`;
}

/** Flags may leave one level of a factor; a file that has one says nothing by it. */
function loneProblems({ name, levels }: DeclaredFactor): string[] {
  return levels.length < 2 ? [`factors.${name}: expected two levels or more, found ${levels.length}`] : [];
}

function valueProblems(path: string, value: unknown): string[] {
  const known = FACTOR_PATHS.get(path);
  if (!known) {
    const meant = meantBy(path, [...FACTOR_PATHS.keys()]);
    return [`no level can change '${path}'${meant ? `; did you mean ${meant}?` : `; expected ${PATHS}`}`];
  }
  const parsed = parsePlainly(known.schema, value);
  return parsed.success ? [] : problemsOf(parsed.error).map((problem) => `${path}: ${problem}`);
}

const PATHS = [...FACTOR_PATHS.keys()]
  .filter((path) => !path.startsWith("limits."))
  .join(", ")
  .concat(", limits.*");

function alikeProblems({ name, levels }: DeclaredFactor, config: Config): string[] {
  const paths = [...new Set(levels.flatMap(({ patch }) => changedBy(patch)))];
  const resolved = levels.map(({ patch }) =>
    JSON.stringify(
      config.models.map((model) =>
        paths.map((path) => (path in patch ? patch[path] : valueAt(config, path, model.name))),
      ),
    ),
  );
  return levels.flatMap((level, at) => {
    const first = resolved.indexOf(resolved[at]!);
    return first === at ? [] : [`factors.${name}: ${level.name} and ${levels[first]!.name} are the same configuration`];
  });
}

/** A flag may have changed what the base level says to leave as it is. */
function baseProblems({ name, levels, base }: DeclaredFactor, config: Config): string[] {
  const own = levels.find((level) => level.name === base);
  if (!own || changesNothing(config, own.patch)) return [];
  const paths = Object.keys(own.patch).join(", ");
  return [
    `factors.${name}: a flag or a variable of the environment sets ${paths} too; leave it out, or choose with --levels`,
  ];
}

function unknownNames(where: string, names: readonly string[] = [], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `${where}: there is no '${name}' in this run; expected ${known.join(", ")}`);
}

/** Two factors on one path, or on a path inside another's: which of them would count? */
function pathProblems(factors: readonly DeclaredFactor[]): string[] {
  const owners = factors.flatMap((factor) =>
    [...new Set(factor.levels.flatMap(({ patch }) => changedBy(patch)))].map((path) => ({
      factor: factor.name,
      path,
    })),
  );
  return owners.flatMap(({ factor, path }, at) =>
    owners
      .slice(at + 1)
      .filter((other) => other.path === path || other.path.startsWith(`${path}.`) || path.startsWith(`${other.path}.`))
      .map((other) =>
        other.factor === factor
          ? `factors.${factor}: ${path} and ${other.path} overlap`
          : `factors.${factor} and factors.${other.factor} both change ${path.length < other.path.length ? path : other.path}; make them one factor`,
      ),
  );
}

/** A workflow whose name says how it retrieves leaves nothing for such a factor to choose. */
function aliasProblems({ factors = [], workflows }: Config): string[] {
  const fixed = workflows.filter((name) => madeOf(name).of !== name);
  const choosing = factors.filter(({ levels }) =>
    levels.some(({ patch }) => Object.keys(patch).some((path) => path.startsWith("retrieval."))),
  );
  if (fixed.length === 0) return [];
  return choosing.map(
    ({ name }) =>
      `factors.${name}: the names of ${fixed.join(", ")} say how they retrieve already; expected workflows such as vector_rag`,
  );
}

function designProblems(config: Config): string[] {
  const { factors = [], design } = config;
  if (!design) return [];
  const { list = [], one_at_a_time } = design;
  const known = new Map(factors.map((factor) => [factor.name, factor]));
  return [
    ...([design.list, one_at_a_time, design.fraction].filter(Boolean).length > 1
      ? ["design: list, one_at_a_time and fraction exclude each other"]
      : []),
    ...fractionProblems(config),
    ...(factors.length === 0 ? ["design: there are no factors to combine; expected `factors:`"] : []),
    ...list.flatMap((chosen, at) =>
      Object.entries(chosen).flatMap(([name, level]) => {
        const factor = known.get(name);
        if (!factor) return [`design.list.${at}: no factor '${name}'; expected ${[...known.keys()].join(", ")}`];
        const levels = factor.levels.map((one) => one.name);
        return levels.includes(level)
          ? []
          : [`design.list.${at}: ${name} has no level '${level}'; expected ${levels.join(", ")}`];
      }),
    ),
  ];
}

function fractionProblems({ factors = [], design }: Config): string[] {
  if (!design?.fraction) return [];
  const { of, resolution, generators } = design.fraction;
  const where = "design.fraction";
  const known = new Map(factors.map((factor) => [factor.name, factor]));
  const problems = of.flatMap((name, at) => {
    const factor = known.get(name);
    if (!factor) return [`${where}: no factor '${name}'; expected some of ${[...known.keys()].join(", ")}`];
    if (of.indexOf(name) !== at) return [`${where}: ${name} stands there twice`];
    if (factor.levels.length === 2) return [];
    return [
      `${where}: ${name} has ${countOf(factor.levels.length, "level")}, expected 2; leave it to be crossed in full`,
    ];
  });
  if (problems.length > 0) return problems;
  if (generators)
    return isOfItself(design.fraction)
      ? []
      : [`${where}.generators: expected the last factors of ${of.join(", ")}, each a product of the first ones`];
  return [
    `${where}: of ${countOf(of.length, "factor")} there is no part of resolution ${resolution} but all combinations; choose a lower resolution, or leave fraction out`,
  ];
}

/** Whether the generated factors are the last ones and each is a product of base factors. */
function isOfItself({ of, generators = {} }: NonNullable<NonNullable<Config["design"]>["fraction"]>): boolean {
  const generated = Object.keys(generators);
  const base = of.slice(0, of.length - generated.length);
  const isLast = of.slice(base.length).every((name) => generated.includes(name));
  return (
    isLast &&
    Object.values(generators).every(
      (names) => names.every((name) => base.includes(name)) && new Set(names).size === names.length,
    )
  );
}

/** Levels that no configuration has; factors of a fraction that do not apply everywhere, so that halves would not be balanced. */
function emptyProblems(config: Config): string[] {
  const { cells } = cellsOf(config);
  const part = config.design?.fraction?.of ?? [];
  const partial = part.filter((name) => cells.some(({ levels }) => !levels.has(name)));
  if (partial.length > 0)
    return partial.map(
      (name) =>
        `design.fraction: ${name} does not apply to every configuration of the run; leave it to be crossed in full`,
    );
  return (config.factors ?? []).flatMap(({ name, levels }) => {
    const there = new Set(cells.flatMap((cell) => cell.levels.get(name) ?? []));
    if (there.size === 0)
      return [`factors.${name}: applies to no configuration of ${config.workflows.join(", ")}; leave it out`];
    return levels
      .filter((level) => !there.has(level.name))
      .map((level) => `factors.${name}: no configuration has the level ${level.name}`);
  });
}

/** Of a file's name on any file system, with room for an ending. */
const LONGEST_NAME = 230;

function nameProblems(config: Config): string[] {
  const names = cellsOf(config).cells.map(({ configuration }) => configurationName(configuration));
  const longest = names.reduce((a, b) => (b.length > a.length ? b : a), "");
  if (longest.length <= LONGEST_NAME) return [];
  return [
    `factors: ${longest} has ${longest.length} characters, and it becomes a file's name: expected ${LONGEST_NAME} at most; shorten names of factors and levels`,
  ];
}
