/** The syntax tree of the Cypher profile (docs/method/cypher.md). Unions are tagged by `type`. */
import type { SharedRegex } from "./regex.ts";

export interface Query {
  /** Joined by UNION or UNION ALL. */
  parts: Clause[][];
  unions: ("UNION" | "UNION ALL")[];
}

export type Clause = MatchClause | UnwindClause | ProjectionClause;

interface MatchClause {
  type: "match";
  optional: boolean;
  patterns: Pattern[];
  where: Expression | null;
}

export interface UnwindClause {
  type: "unwind";
  list: Expression;
  variable: string;
}

export interface ProjectionClause {
  type: "with" | "return";
  distinct: boolean;
  /** `WITH *`; RETURN must name its columns. */
  star: boolean;
  items: ProjectionItem[];
  orderBy: { key: Expression; descending: boolean }[];
  skip: number | null;
  limit: number | null;
  /** WITH only. */
  where: Expression | null;
}

export interface ProjectionItem {
  value: Expression;
  /** The alias, or the expression as written. */
  name: string;
  aliased: boolean;
}

export interface Pattern {
  /** Name of the path. */
  variable: string | null;
  start: NodePattern;
  steps: { relationship: RelationshipPattern; node: NodePattern }[];
}

export interface NodePattern {
  variable: string | null;
  /** Alternatives; empty = any. */
  labels: string[];
  properties: Expression | null;
}

export interface RelationshipPattern {
  variable: string | null;
  /** Alternatives; empty = any. */
  types: string[];
  direction: "out" | "in" | "both";
  /** Number of hops, or null for exactly one. `max` null = unbounded, which the check refuses. */
  range: { min: number; max: number | null } | null;
  properties: Expression | null;
}

export type Expression =
  | { type: "literal"; value: string | number | boolean | null /** A number as written. */; text?: string }
  | { type: "variable"; name: string /** Bound by a list comprehension or quantifier. */; local: boolean }
  | { type: "property"; subject: Expression; name: string }
  | { type: "index"; subject: Expression; index: Expression }
  | { type: "slice"; subject: Expression; from: Expression | null; to: Expression | null }
  | { type: "list"; items: Expression[] }
  | { type: "map"; entries: { key: string; value: Expression }[] }
  | { type: "projection"; subject: string; entries: { key: string | null; value: Expression | null }[] }
  | { type: "unary"; operator: "NOT" | "-"; operand: Expression }
  | { type: "binary"; operator: string; left: Expression; right: Expression }
  /** `=~`, whose pattern both stores read alike. */
  | { type: "regex"; subject: Expression; regex: SharedRegex }
  | { type: "null_test"; operand: Expression; negated: boolean }
  | { type: "label_test"; subject: Expression; labels: string[] }
  | { type: "call"; name: string; distinct: boolean; args: Expression[] }
  | { type: "count_star" }
  | {
      type: "case";
      subject: Expression | null;
      branches: { when: Expression; result: Expression }[];
      otherwise: Expression | null;
    }
  | { type: "comprehension"; variable: string; list: Expression; where: Expression | null; map: Expression | null }
  | {
      type: "quantifier";
      kind: "any" | "all" | "none" | "single";
      variable: string;
      list: Expression;
      where: Expression;
    }
  | { type: "subquery"; kind: "EXISTS" | "COUNT"; patterns: Pattern[]; where: Expression | null };

/** Whether an expression has one of these types anywhere inside. */
export function contains(value: unknown, types: readonly Expression["type"][]): boolean {
  if (value === null || typeof value !== "object") return false;
  if ("type" in value && types.includes(value.type as Expression["type"])) return true;
  return Object.values(value).some((member) => contains(member, types));
}
