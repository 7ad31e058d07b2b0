/** Why a guard refused a statement. Closed: reports count by code, tests match on it. */
export const GUARD_CODES = [
  "sql_syntax",
  "sql_not_select",
  "sql_multiple_statements",
  "sql_into",
  "sql_locking",
  "sql_parameter",
  "sql_function",
  "sql_relation",
  "sql_column",
  "sql_type",
  "sql_unsupported",
  "sql_unbounded_recursion",
  "sql_cross_join",
  "sql_too_large",
  "sql_too_long",
  "cypher_syntax",
  "cypher_start",
  "cypher_no_return",
  "cypher_keyword",
  "cypher_procedure",
  "cypher_label",
  "cypher_relationship",
  "cypher_unbounded_path",
  "cypher_long_path",
  "cypher_unsupported",
  "cypher_return",
  "cypher_too_long",
] as const;
export type GuardCode = (typeof GUARD_CODES)[number];

/** A statement that does not pass. `position` counts characters from 0, null where no single place is at fault. */
export class GuardRefusal extends Error {
  override name = "GuardRefusal";
  readonly code: GuardCode;
  readonly hint: string;
  readonly position: number | null;

  constructor(code: GuardCode, message: string, options: { hint: string; position?: number | null }) {
    super(message);
    this.code = code;
    this.hint = options.hint;
    this.position = options.position ?? null;
  }
}

/** `line 2, column 5` of a position, both from 1. */
export function placeOf(text: string, position: number): string {
  const before = text.slice(0, position).split("\n");
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}
