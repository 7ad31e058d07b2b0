import { GuardRefusal } from "../refusal.ts";
import type {
  Clause,
  Expression,
  NodePattern,
  Pattern,
  ProjectionClause,
  Query,
  RelationshipPattern,
  UnwindClause,
} from "./ast.ts";
import type { SharedRegex } from "./regex.ts";

export interface RenderOptions {
  /** Labels that a group's name stands for, such as all subtypes of backlog items. */
  groups: ReadonlyMap<string, readonly string[]>;
  /** LIMIT of each part's RETURN. */
  limitOf(clause: ProjectionClause): number;
}

/** A query for a store: its text, and the values of `$p1 ...` where the store gets literals that way. */
export interface RenderedCypher {
  cypher: string;
  parameters: Record<string, string>;
}

const MAX_RENDERED_CHARS = 100_000;

type Of<T extends Expression["type"]> = Extract<Expression, { type: T }>;

/**
 * A checked query as text. What both stores understand alike is written here; a store's own renderer overrides the rest.
 * Variables get a prefix, since AGE takes some names (`id`, `properties`) for its own columns.
 */
export abstract class CypherRenderer {
  readonly #options: RenderOptions;
  readonly parameters: Record<string, string> = {};
  #generated = 0;

  constructor(options: RenderOptions) {
    this.#options = options;
  }

  render(query: Query): RenderedCypher {
    const parts = query.parts.map((part) => this.part(part));
    const cypher = parts.map((part, at) => (at === 0 ? part : `${query.unions[at - 1]} ${part}`)).join(" ");
    return { cypher, parameters: this.parameters };
  }

  /** Labels, alternatives included, of a node; tests for WHERE may be added instead. `name` names the node when asked for. */
  protected abstract nodeLabels(labels: readonly string[], name: () => string, tests: string[]): string;
  protected abstract relationshipTypes(relationship: RelationshipPattern, name: () => string, tests: string[]): string;
  protected nodeProperties(properties: Expression, _name: () => string, _tests: string[]): string {
    return ` ${this.text(properties)}`;
  }

  protected abstract labelTest(subject: string, labels: readonly string[]): string;
  protected abstract property(expression: Of<"property">): string;
  protected abstract string(value: string): string;
  protected abstract regex(subject: string, regex: SharedRegex): string;

  protected part(clauses: readonly Clause[]): string {
    return clauses.map((clause) => this.clause(clause)).join(" ");
  }

  protected clause(clause: Clause): string {
    if (clause.type === "match")
      return `${clause.optional ? "OPTIONAL " : ""}MATCH ${this.#patterns(clause.patterns, clause.where)}`;
    if (clause.type === "unwind") return this.unwind(clause);
    return this.#projection(clause);
  }

  protected unwind({ list, variable: name }: UnwindClause): string {
    return `UNWIND ${this.text(list)} AS ${variable(name)}`;
  }

  #projection(clause: ProjectionClause): string {
    const items = clause.items.map(
      (item) => this.text(item.value) + (item.aliased ? ` AS ${variable(item.name)}` : ""),
    );
    const keys = clause.orderBy.map(({ key, descending }) => this.text(key) + (descending ? " DESC" : ""));
    const limit = clause.type === "return" ? this.#options.limitOf(clause) : clause.limit;
    return [
      clause.type.toUpperCase(),
      clause.distinct ? "DISTINCT" : "",
      [...(clause.star ? ["*"] : []), ...items].join(", "),
      keys.length > 0 ? `ORDER BY ${keys.join(", ")}` : "",
      clause.skip === null ? "" : `SKIP ${clause.skip}`,
      limit === null ? "" : `LIMIT ${limit}`,
      clause.where ? `WHERE ${this.text(clause.where)}` : "",
    ]
      .filter((piece) => piece !== "")
      .join(" ");
  }

  /** Patterns with their WHERE, to which the tests that stand for alternatives are added. */
  #patterns(patterns: readonly Pattern[], where: Expression | null): string {
    const tests: string[] = [];
    const names = this.#namesOf(patterns, tests);
    tests.push(...this.relationshipTests(patterns, (relationship) => names.get(relationship)!.use()));
    const texts = patterns.map((pattern) => this.#pattern(pattern, { tests, names }));
    const all = [...tests, ...conjunctsOf(where).map((conjunct) => this.#conjunct(conjunct))];
    return texts.join(", ") + (all.length > 0 ? ` WHERE ${all.join(" AND ")}` : "");
  }

  /** An equation without parentheses: in them AGE makes a value of it, for which it has no index. */
  #conjunct(expression: Expression): string {
    const isEquation = expression.type === "binary" && expression.operator === "=";
    return isEquation ? this.text(expression).slice(1, -1) : this.text(expression);
  }

  #pattern({ variable: path, start, steps }: Pattern, { tests, names }: { tests: string[]; names: Names }): string {
    const texts = steps.map(
      ({ relationship, node }) =>
        this.#relationship(relationship, names.get(relationship)!, tests) + this.#node(node, names.get(node)!, tests),
    );
    return `${path === null ? "" : `${variable(path)} = `}${this.#node(start, names.get(start)!, tests)}${texts.join("")}`;
  }

  #namesOf(patterns: readonly Pattern[], tests: string[]): Names {
    const rebound = new Map<string, string>();
    const nameOf = (written: string): string => {
      if (!this.isValue(written)) return variable(written);
      const known = rebound.get(written) ?? this.fresh();
      if (!rebound.has(written)) tests.push(`id(${known}) = id(${variable(written)})`);
      rebound.set(written, known);
      return known;
    };
    const parts = patterns.flatMap(({ start, steps }) => [
      start,
      ...steps.flatMap((step) => [step.relationship, step.node]),
    ]);
    return new Map(parts.map((part) => [part, this.#named(part.variable === null ? "" : nameOf(part.variable))]));
  }

  /** Whether a name stands for a value that the store can't take up in a pattern. */
  protected isValue(_name: string): boolean {
    return false;
  }

  /** Tests on relationships of several patterns in one MATCH. */
  protected relationshipTests(
    _patterns: readonly Pattern[],
    _nameOf: (relationship: RelationshipPattern) => string,
  ): string[] {
    return [];
  }

  #node(node: NodePattern, named: Named, tests: string[]): string {
    const labels = this.nodeLabels(this.expand(node.labels), named.use, tests);
    const properties = node.properties ? this.nodeProperties(node.properties, named.use, tests) : "";
    return `(${named.name()}${labels}${properties})`;
  }

  #relationship(relationship: RelationshipPattern, named: Named, tests: string[]): string {
    const { range, direction } = relationship;
    const types = this.relationshipTypes(relationship, named.use, tests);
    const hops = range === null ? "" : `*${range.min}..${range.max}`;
    const properties = relationship.properties ? ` ${this.text(relationship.properties)}` : "";
    return `${direction === "in" ? "<" : ""}-[${named.name()}${types}${hops}${properties}]-${direction === "out" ? ">" : ""}`;
  }

  /** The name of something in a pattern: the one given, or a new one from the first `use` on. */
  #named(given: string): Named {
    let name = given;
    const use = (): string => {
      if (name === "") name = this.fresh();
      return name;
    };
    return { use, name: () => name };
  }

  protected fresh(): string {
    return `g_${++this.#generated}`;
  }

  protected expand(labels: readonly string[]): string[] {
    return [...new Set(labels.flatMap((label) => this.#options.groups.get(label) ?? [label]))];
  }

  protected text(expression: Expression): string {
    const rendered = this.#textOf(expression);
    // Some rewriting repeats an operand, so nesting could make text without end.
    if (rendered.length <= MAX_RENDERED_CHARS) return rendered;
    throw new GuardRefusal("cypher_too_long", "The query is nested too deep.", { hint: "Write a simpler query." });
  }

  #textOf(expression: Expression): string {
    const text = (inner: Expression): string => this.text(inner);
    switch (expression.type) {
      case "literal":
        return typeof expression.value === "string"
          ? this.string(expression.value)
          : (expression.text ?? String(expression.value));
      case "variable":
        return this.variable(expression);
      case "property":
        return this.property(expression);
      case "index":
        return `${text(expression.subject)}[${text(expression.index)}]`;
      case "slice":
        return `${text(expression.subject)}[${expression.from ? text(expression.from) : ""}..${expression.to ? text(expression.to) : ""}]`;
      case "list":
        return `[${expression.items.map(text).join(", ")}]`;
      case "map":
        return `{${expression.entries.map(({ key, value }) => `${quoted(key)}: ${text(value)}`).join(", ")}}`;
      case "projection":
        return `${variable(expression.subject)} {${expression.entries.map((entry) => this.#selector(entry)).join(", ")}}`;
      case "unary":
        return `(${expression.operator}${expression.operator === "NOT" ? " " : ""}${text(expression.operand)})`;
      case "binary":
        return this.binary(expression);
      case "regex":
        return this.regex(this.text(expression.subject), expression.regex);
      case "null_test":
        return `(${text(expression.operand)} IS ${expression.negated ? "NOT " : ""}NULL)`;
      case "label_test":
        return this.labelTest(text(expression.subject), this.expand(expression.labels));
      case "call":
        return this.call(expression);
      case "count_star":
        return "count(*)";
      case "case":
        return this.#case(expression);
      case "comprehension":
        return this.overList(expression.list, this.#comprehension(expression));
      case "quantifier":
        return this.overList(expression.list, this.#quantifier(expression));
      case "subquery":
        return `${expression.kind} { MATCH ${this.#patterns(expression.patterns, expression.where)} }`;
    }
  }

  protected variable({ name }: Of<"variable">): string {
    return variable(name);
  }

  /** What a comprehension or quantifier over a list gives. */
  protected overList(_list: Expression, text: string): string {
    return text;
  }

  protected binary({ operator, left, right }: Of<"binary">): string {
    return `(${this.text(left)} ${operator} ${this.text(right)})`;
  }

  protected call({ name, distinct, args }: Of<"call">): string {
    return `${name}(${distinct ? "DISTINCT " : ""}${args.map((arg) => this.text(arg)).join(", ")})`;
  }

  #selector({ key, value }: { key: string | null; value: Expression | null }): string {
    if (key === null) return ".*";
    return value === null ? `.${quoted(key)}` : `${quoted(key)}: ${this.text(value)}`;
  }

  #case({ subject, branches, otherwise }: Of<"case">): string {
    const when = branches.map((branch) => ` WHEN ${this.text(branch.when)} THEN ${this.text(branch.result)}`).join("");
    return `(CASE${subject ? ` ${this.text(subject)}` : ""}${when}${otherwise ? ` ELSE ${this.text(otherwise)}` : ""} END)`;
  }

  #comprehension(expression: Of<"comprehension">): string {
    const where = expression.where ? ` WHERE ${this.text(expression.where)}` : "";
    const map = expression.map ? ` | ${this.text(expression.map)}` : "";
    return `[${variable(expression.variable)} IN ${this.text(expression.list)}${where}${map}]`;
  }

  /** By counting, on both stores: so a null test counts as not true on both. */
  #quantifier({ kind, variable: name, list, where }: Of<"quantifier">): string {
    const test = kind === "all" ? `NOT ${this.text(where)}` : this.text(where);
    const count = `size([${variable(name)} IN ${this.text(list)} WHERE ${test}])`;
    return `(${count} ${{ any: "> 0", all: "= 0", none: "= 0", single: "= 1" }[kind]})`;
  }
}

type Names = ReadonlyMap<NodePattern | RelationshipPattern, Named>;

interface Named {
  use(): string;
  name(): string;
}

function conjunctsOf(where: Expression | null): Expression[] {
  if (where?.type !== "binary" || where.operator !== "AND") return where ? [where] : [];
  return [...conjunctsOf(where.left), ...conjunctsOf(where.right)];
}

export function variable(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `v_${name}` : quoted(`v_${name}`);
}

export function quoted(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}
