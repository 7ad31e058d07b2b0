import type { Clause, Expression, NodePattern, Pattern, ProjectionClause, Query, RelationshipPattern } from "./ast.ts";

export interface RenderOptions {
  /** Labels that a group's name stands for, such as all subtypes of backlog items. */
  groups: ReadonlyMap<string, readonly string[]>;
  /** LIMIT of each part's RETURN. */
  limitOf(clause: ProjectionClause): number;
}

/**
 * A checked query in the dialect of Apache AGE, with what AGE lacks rewritten: alternatives of labels and types, label
 * tests, quantifiers, and patterns as tests. Variables get a prefix, since AGE takes some names (`id`, `properties`) for
 * its own columns.
 */
export function renderForAge(query: Query, options: RenderOptions): string {
  const renderer = new AgeRenderer(options);
  const parts = query.parts.map((part) => renderer.part(part));
  return parts.map((part, index) => (index === 0 ? part : `${query.unions[index - 1]} ${part}`)).join(" ");
}

class AgeRenderer {
  readonly #options: RenderOptions;
  #generated = 0;

  constructor(options: RenderOptions) {
    this.#options = options;
  }

  part(clauses: readonly Clause[]): string {
    // AGE gives no row for a first OPTIONAL MATCH without a match; after another clause it gives one of nulls, as it should.
    const [first] = clauses;
    const lead = first?.type === "match" && first.optional ? "WITH 1 AS g_start " : "";
    return lead + clauses.map((clause) => this.#clause(clause)).join(" ");
  }

  #clause(clause: Clause): string {
    if (clause.type === "match")
      return `${clause.optional ? "OPTIONAL " : ""}MATCH ${this.#patterns(clause.patterns, clause.where)}`;
    if (clause.type === "unwind") return `UNWIND ${this.#text(clause.list)} AS ${variable(clause.variable)}`;
    return this.#projection(clause);
  }

  #projection(clause: ProjectionClause): string {
    const items = clause.items.map(
      (item) => this.#text(item.value) + (item.aliased ? ` AS ${variable(item.name)}` : ""),
    );
    const keys = clause.orderBy.map(({ key, descending }) => this.#text(key) + (descending ? " DESC" : ""));
    const limit = clause.type === "return" ? this.#options.limitOf(clause) : clause.limit;
    return [
      clause.type.toUpperCase(),
      clause.distinct ? "DISTINCT" : "",
      [...(clause.star ? ["*"] : []), ...items].join(", "),
      keys.length > 0 ? `ORDER BY ${keys.join(", ")}` : "",
      clause.skip === null ? "" : `SKIP ${clause.skip}`,
      limit === null ? "" : `LIMIT ${limit}`,
      clause.where ? `WHERE ${this.#text(clause.where)}` : "",
    ]
      .filter((piece) => piece !== "")
      .join(" ");
  }

  /** Patterns with their WHERE, to which the tests that stand for alternatives are added. */
  #patterns(patterns: readonly Pattern[], where: Expression | null): string {
    const tests: string[] = [];
    const texts = patterns.map((pattern) => this.#pattern(pattern, tests));
    const all = [...tests, ...(where ? [this.#text(where)] : [])];
    return texts.join(", ") + (all.length > 0 ? ` WHERE ${all.join(" AND ")}` : "");
  }

  #pattern(pattern: Pattern, tests: string[]): string {
    const steps = pattern.steps.map(
      (step) => this.#relationship(step.relationship, tests) + this.#node(step.node, tests),
    );
    return `${pattern.variable === null ? "" : `${variable(pattern.variable)} = `}${this.#node(pattern.start, tests)}${steps.join("")}`;
  }

  #node(node: NodePattern, tests: string[]): string {
    const labels = this.#expand(node.labels);
    const name = node.variable !== null ? variable(node.variable) : labels.length > 1 ? this.#fresh() : "";
    if (labels.length > 1) tests.push(labelTest(name, labels));
    const properties = node.properties ? ` ${this.#text(node.properties)}` : "";
    return `(${name}${labels.length === 1 ? `:${quoted(labels[0]!)}` : ""}${properties})`;
  }

  #relationship(relationship: RelationshipPattern, tests: string[]): string {
    const { types, range, direction } = relationship;
    const alternatives = types.length > 1;
    const name = relationship.variable !== null ? variable(relationship.variable) : alternatives ? this.#fresh() : "";
    if (alternatives) tests.push(typeTest(name, types, range !== null));
    const type = types.length === 1 ? `:${quoted(types[0]!)}` : "";
    const hops = range === null ? "" : `*${range.min}..${range.max}`;
    const properties = relationship.properties ? ` ${this.#text(relationship.properties)}` : "";
    return `${direction === "in" ? "<" : ""}-[${name}${type}${hops}${properties}]-${direction === "out" ? ">" : ""}`;
  }

  #expand(labels: readonly string[]): string[] {
    return [...new Set(labels.flatMap((label) => this.#options.groups.get(label) ?? [label]))];
  }

  #fresh(): string {
    return `g_${++this.#generated}`;
  }

  #text(expression: Expression): string {
    const text = (inner: Expression): string => this.#text(inner);
    switch (expression.type) {
      case "literal":
        return expression.text ?? literal(expression.value);
      case "variable":
        return variable(expression.name);
      case "property":
        return this.#property(expression.subject, expression.name);
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
        return `(${text(expression.left)} ${expression.operator} ${text(expression.right)})`;
      case "null_test":
        return `(${text(expression.operand)} IS ${expression.negated ? "NOT " : ""}NULL)`;
      case "label_test":
        return labelTest(text(expression.subject), this.#expand(expression.labels));
      case "call":
        return `${expression.name}(${expression.distinct ? "DISTINCT " : ""}${expression.args.map(text).join(", ")})`;
      case "count_star":
        return "count(*)";
      case "case":
        return this.#case(expression);
      case "comprehension":
        return this.#comprehension(expression);
      case "quantifier":
        return this.#quantifier(expression);
      case "subquery":
        return `${expression.kind} { MATCH ${this.#patterns(expression.patterns, expression.where)} }`;
    }
  }

  /** A comprehension's variable is no node to AGE, so its properties are taken out first. */
  #property(subject: Expression, name: string): string {
    const text = this.#text(subject);
    return `${subject.type === "variable" && subject.local ? `properties(${text})` : text}.${quoted(name)}`;
  }

  #selector({ key, value }: { key: string | null; value: Expression | null }): string {
    if (key === null) return ".*";
    return value === null ? `.${quoted(key)}` : `${quoted(key)}: ${this.#text(value)}`;
  }

  #case({ subject, branches, otherwise }: Extract<Expression, { type: "case" }>): string {
    const when = branches
      .map((branch) => ` WHEN ${this.#text(branch.when)} THEN ${this.#text(branch.result)}`)
      .join("");
    return `(CASE${subject ? ` ${this.#text(subject)}` : ""}${when}${otherwise ? ` ELSE ${this.#text(otherwise)}` : ""} END)`;
  }

  #comprehension(expression: Extract<Expression, { type: "comprehension" }>): string {
    const where = expression.where ? ` WHERE ${this.#text(expression.where)}` : "";
    const map = expression.map ? ` | ${this.#text(expression.map)}` : "";
    return `[${variable(expression.variable)} IN ${this.#text(expression.list)}${where}${map}]`;
  }

  #quantifier({ kind, variable: name, list, where }: Extract<Expression, { type: "quantifier" }>): string {
    const test = kind === "all" ? `NOT ${this.#text(where)}` : this.#text(where);
    const count = `size([${variable(name)} IN ${this.#text(list)} WHERE ${test}])`;
    return `(${count} ${{ any: "> 0", all: "= 0", none: "= 0", single: "= 1" }[kind]})`;
  }
}

function labelTest(subject: string, labels: readonly string[]): string {
  return `(labels(${subject})[0] IN [${labels.map(literal).join(", ")}])`;
}

function typeTest(name: string, types: readonly string[], isPath: boolean): string {
  const list = `[${types.map(literal).join(", ")}]`;
  return isPath ? `(size([g_type IN ${name} WHERE NOT type(g_type) IN ${list}]) = 0)` : `(type(${name}) IN ${list})`;
}

function variable(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `v_${name}` : quoted(`v_${name}`);
}

function quoted(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

function literal(value: string | number | boolean | null): string {
  if (typeof value !== "string") return String(value);
  const hex = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const escaped = value.replace(/[\\']/g, "\\$&").replace(/\p{Cc}/gu, hex);
  return `'${escaped}'`;
}
