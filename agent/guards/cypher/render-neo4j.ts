import type { Expression, Query, RelationshipPattern } from "./ast.ts";
import type { SharedRegex } from "./regex.ts";
import { CypherRenderer, quoted, type RenderedCypher, type RenderOptions } from "./render.ts";

/** A checked query in the dialect of Neo4j 5, with what differs from Apache AGE written so that the answers do not. */
export function renderForNeo4j(query: Query, options: RenderOptions): RenderedCypher {
  return new Neo4jRenderer(options).render(query);
}

class Neo4jRenderer extends CypherRenderer {
  protected override nodeLabels(labels: readonly string[]): string {
    return alternatives(labels);
  }

  protected override relationshipTypes({ types }: RelationshipPattern): string {
    return alternatives(types);
  }

  protected override labelTest(subject: string, labels: readonly string[]): string {
    return `(${subject}${alternatives(labels)})`;
  }

  protected override property({ subject, name }: Extract<Expression, { type: "property" }>): string {
    return `${this.text(subject)}.${quoted(name)}`;
  }

  protected override regex(subject: string, { linear, ignoreCase }: SharedRegex): string {
    return `(${subject} =~ ${this.string(`(?s${ignoreCase ? "iu" : ""})${linear}`)})`;
  }

  protected override call(expression: Extract<Expression, { type: "call" }>): string {
    const name = expression.name.toLowerCase();
    const [first = "", ...rest] = expression.args.map((arg) => this.text(arg));
    // AGE rounds halves away from zero, and has keys by length, then by letters.
    if (name === "round") return `round(${first}, ${rest[0] ?? 0}, 'HALF_UP')`;
    if (name === "keys")
      return `(CASE WHEN ${first} IS NULL THEN NULL ELSE COLLECT { UNWIND keys(${first}) AS g_key WITH g_key ORDER BY size(g_key), g_key RETURN g_key } END)`;
    return super.call(expression);
  }

  /** As a parameter: no text of a query can become a part of the statement. Equal texts share one, so that equal expressions stay equal. */
  protected override string(value: string): string {
    const known = Object.entries(this.parameters).find(([, text]) => text === value)?.[0];
    const name = known ?? `p${Object.keys(this.parameters).length + 1}`;
    this.parameters[name] = value;
    return `$${name}`;
  }
}

function alternatives(names: readonly string[]): string {
  return names.length === 0 ? "" : `:${names.map(quoted).join("|")}`;
}
