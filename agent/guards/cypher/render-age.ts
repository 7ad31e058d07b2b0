import { GRAPH } from "../../../db/graph/age-load.ts";
import type { Clause, Expression, Pattern, ProjectionItem, Query, RelationshipPattern, UnwindClause } from "./ast.ts";
import type { SharedRegex } from "./regex.ts";
import { CypherRenderer, quoted, type RenderedCypher, type RenderOptions, variable } from "./render.ts";
import { staticType } from "./static-type.ts";

/**
 * A checked query in the dialect of Apache AGE, with what AGE lacks rewritten: alternatives of labels and types, label
 * tests, quantifiers, and patterns as tests.
 */
export function renderForAge(query: Query, options: RenderOptions): RenderedCypher {
  return new AgeRenderer(options).render(query);
}

class AgeRenderer extends CypherRenderer {
  /** Names of the part that UNWIND or WITH has given to values: AGE can't match from them. */
  #values: ReadonlySet<string> = new Set();

  protected override part(clauses: readonly Clause[]): string {
    this.#values = new Set();
    // AGE gives no row for a first OPTIONAL MATCH without a match; after another clause it gives one of nulls, as it should.
    const [first] = clauses;
    return (first?.type === "match" && first.optional ? "WITH 1 AS g_start " : "") + super.part(clauses);
  }

  protected override clause(clause: Clause): string {
    const text = super.clause(clause);
    this.#values = valuesAfter(clause, this.#values);
    return text;
  }

  protected override isValue(name: string): boolean {
    return this.#values.has(name);
  }

  protected override nodeLabels(labels: readonly string[], name: () => string, tests: string[]): string {
    if (labels.length > 1) tests.push(this.labelTest(name(), labels));
    return labels.length === 1 ? `:${quoted(labels[0]!)}` : "";
  }

  protected override relationshipTypes(
    { types, range }: RelationshipPattern,
    name: () => string,
    tests: string[],
  ): string {
    if (types.length > 1) tests.push(this.#typeTest(name(), types, range));
    return types.length === 1 ? `:${quoted(types[0]!)}` : "";
  }

  /** As tests, for which AGE has the index on ids; a map in a pattern it looks for in every node. */
  protected override nodeProperties(properties: Expression, name: () => string, tests: string[]): string {
    if (properties.type !== "map") return super.nodeProperties(properties, name, tests);
    for (const { key, value } of properties.entries) tests.push(`${name()}.${quoted(key)} = ${this.text(value)}`);
    return "";
  }

  protected override labelTest(subject: string, labels: readonly string[]): string {
    return `(label(${subject}) IN ${this.#texts(labels)})`;
  }

  /** Within one pattern AGE takes each relationship once, but not across the patterns of a MATCH. */
  protected override relationshipTests(
    patterns: readonly Pattern[],
    nameOf: (relationship: RelationshipPattern) => string,
  ): string[] {
    const groups = patterns.map((pattern) => pattern.steps.map((step) => step.relationship));
    return groups.flatMap((group, at) =>
      group.flatMap((one) =>
        groups
          .slice(at + 1)
          .flat()
          .filter((other) => mayBeSame(one, other))
          .map((other) => different([one, nameOf(one)], [other, nameOf(other)])),
      ),
    );
  }

  /** A null in a list is a value to AGE until it is taken out by index; over a null AGE gives a row. */
  protected override unwind(clause: UnwindClause): string {
    const { list, variable: name } = clause;
    if (list.type === "list" && list.items.every((item) => item.type === "literal" && item.value !== null))
      return super.unwind(clause);
    const text = mayBeNull(list) ? `coalesce(${this.text(list)}, [])` : this.text(list);
    const element = this.fresh();
    return `UNWIND ${text} AS ${element} WITH *, [${element}][0] AS ${variable(name)}`;
  }

  protected override variable({ name, local }: Extract<Expression, { type: "variable" }>): string {
    return local ? `[${variable(name)}][0]` : variable(name);
  }

  protected override overList(list: Expression, text: string): string {
    return mayBeNull(list) ? `(CASE WHEN ${this.text(list)} IS NULL THEN NULL ELSE ${text} END)` : text;
  }

  /** A comprehension's variable is no node to AGE, so its properties are taken out first. */
  protected override property({ subject, name }: Extract<Expression, { type: "property" }>): string {
    const local = subject.type === "variable" && subject.local;
    return `${local ? `properties(${variable(subject.name)})` : this.text(subject)}.${quoted(name)}`;
  }

  protected override binary(expression: Extract<Expression, { type: "binary" }>): string {
    const { operator, left, right } = expression;
    const name = OPERATOR_FUNCTIONS[operator];
    if (name === undefined || isPlain(expression)) return super.binary(expression);
    return `${GRAPH}.${name}(${this.text(left)}, ${this.text(right)})`;
  }

  protected override regex(subject: string, { pattern, ignoreCase }: SharedRegex): string {
    return `${GRAPH}.matches(${subject}, ${this.string(`${ignoreCase ? "(?i)" : ""}^(?:${pattern})$`)})`;
  }

  protected override call(expression: Extract<Expression, { type: "call" }>): string {
    const { args } = expression;
    const [name, texts] = [expression.name.toLowerCase(), args.map((arg) => this.text(arg)).join(", ")];
    if (OWN_FUNCTIONS.has(name) && !(name === "size" && staticType(args[0]!) === "list"))
      return `${GRAPH}.${quoted(name)}(${texts})`;
    if (name === "tail") return `${texts}[1..]`;
    if (name === "sum") return `coalesce(${super.call(expression)}, 0)`;
    if (name === "stdev" || name === "stdevp")
      return `(CASE WHEN count(${texts}) = 0 THEN NULL ELSE ${super.call(expression)} END)`;
    return super.call(expression);
  }

  protected override string(value: string): string {
    const hex = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
    const escaped = value.replace(/[\\']/g, "\\$&").replace(/\p{Cc}/gu, hex);
    return `'${escaped}'`;
  }

  /** Not by a list comprehension, for which AGE's OPTIONAL MATCH would drop rows. */
  #typeTest(name: string, types: readonly string[], range: RelationshipPattern["range"]): string {
    const test = (step: string): string => `(type(${step}) IN ${this.#texts(types)})`;
    if (range === null) return test(name);
    return `(${stepsOf(name, range)
      .map((step) => `(${step} IS NULL OR ${test(step)})`)
      .join(" AND ")})`;
  }

  #texts(values: readonly string[]): string {
    return `[${values.map((value) => this.string(value)).join(", ")}]`;
  }
}

function valuesAfter(clause: Clause, before: ReadonlySet<string>): ReadonlySet<string> {
  if (clause.type === "match") return before;
  if (clause.type === "unwind") return new Set([...before, clause.variable]);
  const kept = (item: ProjectionItem): boolean =>
    item.value.type === "variable" && item.value.name === item.name && !before.has(item.name);
  const values = clause.items.filter((item) => !kept(item)).map((item) => item.name);
  return new Set([...(clause.star ? before : []), ...values]);
}

/** Defined in db/graph/age-functions.ts. */
const OPERATOR_FUNCTIONS: Readonly<Record<string, string>> = {
  "<": "less",
  "<=": "less_or_equal",
  ">": "greater",
  ">=": "greater_or_equal",
  "/": "divide",
  "%": "modulo",
};
const OWN_FUNCTIONS = new Set(
  "size replace tolower toupper trim ltrim rtrim left right substring tostring tointeger tofloat".split(" "),
);

/** Two numbers compared, or a division by a number that is not zero: as AGE has it. */
function isPlain({ operator, left, right }: Extract<Expression, { type: "binary" }>): boolean {
  if (operator === "/" || operator === "%") return right.type === "literal" && Number(right.value) !== 0;
  return staticType(left) === "number" && staticType(right) === "number";
}

function mayBeNull(list: Expression): boolean {
  return !(list.type === "list" || (list.type === "call" && list.name.toLowerCase() === "collect"));
}

function mayBeSame(one: RelationshipPattern, other: RelationshipPattern): boolean {
  return one.types.length === 0 || other.types.length === 0 || one.types.some((type) => other.types.includes(type));
}

type NamedRelationship = readonly [RelationshipPattern, string];

function different([one, a]: NamedRelationship, [other, b]: NamedRelationship): string {
  const [ones, others] = [stepsOf(a, one.range), stepsOf(b, other.range)];
  const tests = ones.flatMap((x) => others.map((y) => `(${x} IS NULL OR ${y} IS NULL OR id(${x}) <> id(${y}))`));
  return tests.join(" AND ");
}

/** The relationships that a pattern's part binds; those of a path of variable length are null past its end. */
function stepsOf(name: string, range: RelationshipPattern["range"]): string[] {
  return range === null ? [name] : Array.from({ length: range.max ?? 0 }, (_none, at) => `${name}[${at}]`);
}
