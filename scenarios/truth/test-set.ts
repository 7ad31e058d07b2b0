/**
 * What a scenario's truth says, apart from how it is looked up: a set of test cases, built from a few conditions that
 * any corpus can hold. Two routes read it: `sql-route.ts` over the canonical tables, `check-route.ts` over the graph
 * and the raw payloads. They share nothing but this description.
 */

/** A structured attribute of test cases with few values: a column of `canon.test_case` or a member of its attributes. */
export interface Facet {
  key: string;
  /** `column`: a typed column; `attribute`: a text member of `attributes`; `list`: a member that is a list of texts. */
  source: "column" | "attribute" | "list";
}

export type TestSet =
  /** Test cases with a trace link to the backlog item. */
  | { kind: "traced"; item: string }
  /** ... to the item or to anything that it contains, up to `CONTAINMENT_DEPTH` levels down. */
  | { kind: "traced_within"; item: string }
  | { kind: "covers_message"; message: string }
  | { kind: "covers_protocol"; protocol: string }
  /** Test cases that cover a message which belongs to the protocol. */
  | { kind: "covers_message_of"; protocol: string }
  | { kind: "facet"; facet: Facet; value: string }
  /** Test cases with any value of the facet, such as any automated suite. */
  | { kind: "has_facet"; facet: Facet }
  /** Other test cases that trace to a backlog item which this one traces to. */
  | { kind: "sharing_item_with"; test: string }
  | { kind: "named"; name: string }
  | { kind: "one"; id: string }
  /** Test cases whose texts hold all of the words, in any case, also inside of longer words. */
  | { kind: "mentions"; words: readonly string[] }
  | Combination;

export interface Combination {
  kind: "and" | "or" | "minus";
  of: readonly [TestSet, ...TestSet[]];
}

/** The graph profile follows at most four hops; both routes stop there. */
export const CONTAINMENT_DEPTH = 4;

export type Atom = Exclude<TestSet, Combination>;

export function isCombination(set: TestSet): set is Combination {
  return set.kind === "and" || set.kind === "or" || set.kind === "minus";
}

/** The set of an expression, given the set of each of its conditions. `minus` takes all later members off the first. */
export function combine(set: TestSet, lookUp: (atom: Atom) => ReadonlySet<string>): ReadonlySet<string> {
  if (!isCombination(set)) return lookUp(set);
  const [first, ...rest] = set.of.map((member) => combine(member, lookUp));
  return rest.reduce((left, right) => COMBINATIONS[set.kind](left, right), first as ReadonlySet<string>);
}

/** The conditions of an expression, left to right. */
export function atomsOf(set: TestSet): Atom[] {
  return isCombination(set) ? set.of.flatMap(atomsOf) : [set];
}

export function traced(item: string): TestSet {
  return { kind: "traced", item };
}

export function covers(message: string): TestSet {
  return { kind: "covers_message", message };
}

export function and(...of: [TestSet, ...TestSet[]]): TestSet {
  return of.length === 1 ? of[0] : { kind: "and", of };
}

export function or(...of: [TestSet, ...TestSet[]]): TestSet {
  return of.length === 1 ? of[0] : { kind: "or", of };
}

export function minus(...of: [TestSet, ...TestSet[]]): TestSet {
  return { kind: "minus", of };
}

const COMBINATIONS = {
  and: intersection,
  or: union,
  minus: difference,
};

function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((id) => b.has(id)));
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a, ...b]);
}

function difference(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((id) => !b.has(id)));
}
