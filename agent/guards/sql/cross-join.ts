import { asArray, contentOf, isNode, namesOf, nodesOf, type TreeNode } from "./tree.ts";

/** Products of two tables have their uses; one of three is a mistake or an attack. */
const MOST_UNCONNECTED = 2;

/**
 * True when a SELECT multiplies three or more tables or row-making functions that no condition connects. Subqueries and
 * WITH queries connect but are not counted: often they are one row, and the time limit ends the rest. A condition with
 * an unqualified column connects every table, so that nothing is refused for how it is written.
 */
export function isExplosive(select: TreeNode, isWithQuery: (relation: TreeNode) => boolean): boolean {
  const from = asArray(select.fromClause);
  const sources = from.flatMap((item) => [...sourcesOf(item, isWithQuery)]);
  if (sources.filter(({ counted }) => counted).length <= MOST_UNCONNECTED) return false;
  const groups = new Groups(sources.map(({ name }) => name));
  for (const item of from) for (const join of nodesOf(item, "JoinExpr")) connectJoin(groups, join);
  for (const { name, outside } of sources) if (outside) groups.connect([name, ...qualifiersOf(outside)]);
  for (const test of testsOf(select.whereClause)) groups.connect(qualifiersOf(test));
  return groups.count(sources.flatMap(({ name, counted }) => (counted ? [name] : []))) > MOST_UNCONNECTED;
}

interface Source {
  name: string;
  counted: boolean;
  /** What may mention sources before it: a function's arguments, a LATERAL subquery. */
  outside: TreeNode | null;
}

/** The sources of a FROM item, without those inside subqueries. */
function* sourcesOf(item: unknown, isWithQuery: (relation: TreeNode) => boolean): Generator<Source> {
  const join = contentOf(item, "JoinExpr");
  if (join) for (const side of [join.larg, join.rarg]) yield* sourcesOf(side, isWithQuery);
  const sample = contentOf(item, "RangeTableSample");
  if (sample) yield* sourcesOf(sample.relation, isWithQuery);
  const relation = contentOf(item, "RangeVar");
  if (relation) yield { name: nameOf(relation), counted: !isWithQuery(relation), outside: null };
  const call = contentOf(item, "RangeFunction") ?? contentOf(item, "JsonTable");
  if (call) yield { name: nameOf(call), counted: true, outside: call };
  const subquery = contentOf(item, "RangeSubselect");
  if (subquery) yield { name: nameOf(subquery), counted: false, outside: subquery.lateral ? subquery : null };
}

function nameOf({ alias, relname }: TreeNode): string {
  return String(isNode(alias) ? alias.aliasname : (relname ?? ""));
}

function connectJoin(groups: Groups, join: TreeNode): void {
  const isMatched = join.isNatural === true || asArray(join.usingClause).length > 0;
  const sides = [join.larg, join.rarg].flatMap((side) => [...sourcesOf(side, () => false)]);
  if (isMatched) groups.connect(sides.map(({ name }) => name));
  for (const test of testsOf(join.quals)) groups.connect(qualifiersOf(test));
}

/** The parts of a condition that each say something by themselves. */
function* testsOf(condition: unknown): Generator<unknown> {
  const logic = contentOf(condition, "BoolExpr");
  if (!logic) yield condition;
  else for (const part of asArray(logic.args)) yield* testsOf(part);
}

/** The sources whose columns are mentioned; null = a column that does not say of which. */
function qualifiersOf(value: unknown): (string | null)[] {
  return [...nodesOf(value, "ColumnRef")].map(({ fields }) => namesOf(fields)[asArray(fields).length - 2] ?? null);
}

/** Which names are connected. */
class Groups {
  readonly #group: Map<string, number>;

  constructor(names: readonly string[]) {
    this.#group = new Map(names.map((name, at) => [name, at]));
  }

  /** The number of groups that these names lie in. */
  count(names: readonly string[]): number {
    return new Set(names.map((name) => this.#group.get(name))).size;
  }

  connect(names: readonly (string | null)[]): void {
    const all = names.includes(null) ? [...this.#group.keys()] : names.filter((name) => name !== null);
    const numbers = all.flatMap((name) => this.#group.get(name) ?? []);
    const [first] = numbers;
    if (first === undefined) return;
    for (const [name, number] of this.#group) if (numbers.includes(number)) this.#group.set(name, first);
  }
}
