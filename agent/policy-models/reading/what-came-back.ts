export type ResultRow = Readonly<Record<string, unknown>>;

/** A tool's answer, understood as far as its form tells. */
export interface ResultView {
  ok: boolean;
  /** Code of the error, "" without one. */
  error: string;
  rows: readonly ResultRow[];
  /** How many there are in all. */
  total: number;
  truncated: boolean;
  /** How many were asked for at most: where there are as many, there may be more. */
  limit: number;
  /** Where the whole result is stored. */
  path: string | null;
  /** Everything else that the answer says about itself. */
  facts: ResultRow;
  /** The answer as it came, for tools that answer in prose. */
  text: string;
}

/** A call that was not made: it had no tool, or the model was not ready for more calls. */
export const NOT_MADE: ResultView = {
  ...{ ok: false, error: "not_made", rows: [], total: 0, truncated: false },
  ...{ limit: Number.POSITIVE_INFINITY, path: null, facts: {}, text: "" },
};

/** Understands a tool's answer; `failed` where it came as an error. */
export function viewResult(text: string, failed: boolean): ResultView {
  const value = parseObject(text);
  const error = asObject(value?.error);
  const { rows, total, truncated, result, shown: _shown, error: _error, ...facts } = value ?? {};
  const list = Array.isArray(rows) ? rows.filter((row): row is ResultRow => asObject(row) !== null) : [];
  return {
    ok: !failed && error === null,
    error: error ? String(error.code ?? "failed") : failed ? "failed" : "",
    rows: list,
    total: typeof total === "number" ? total : list.length,
    ...{ truncated: truncated === true, limit: Number.POSITIVE_INFINITY },
    path: typeof result === "string" ? result : null,
    facts,
    text,
  };
}

function parseObject(text: string): ResultRow | null {
  if (!text.startsWith("{")) return null;
  try {
    return asObject(JSON.parse(text));
  } catch {
    // Cut in the middle, or prose that begins with a brace.
    return null;
  }
}

function asObject(value: unknown): ResultRow | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ResultRow) : null;
}

/** A named thing in a row of a result. */
export interface RowEntity {
  id: string;
  title: string;
  /** As the tool says it, such as `test_case`; "" when it does not. */
  type: string;
}

/** The thing that a row is about by its `id`. */
export function entityOf(row: ResultRow): RowEntity | null {
  if (typeof row.id !== "string") return null;
  return { id: row.id, title: textOf(row.title ?? row.name), type: textOf(row.type ?? row.label) };
}

/** The test case that a row is about, whatever the tool calls its columns; null when it is about none. */
export function testCaseOf(row: ResultRow): RowEntity | null {
  if (typeof row.test_case_id === "string")
    return { id: row.test_case_id, title: textOf(row.test_case_name ?? row.name), type: "test_case" };
  const entity = entityOf(row);
  return entity?.type.replaceAll("_", "").toLowerCase() === "testcase" ? entity : null;
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Texts in a list, such as `not_found` among the facts of a result. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}

/** Attributes of one test case by name, nested ones among them. */
export type Attributes = ReadonlyMap<string, string>;

/** Short values only: long texts describe, they do not classify. */
const LONGEST_VALUE = 80;
const NOT_ATTRIBUTES = new Set(
  "id type asked matched_by test_case_id name title description instructions snippet score".split(" "),
);

export function attributesOf(row: ResultRow): Attributes {
  const attributes = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    if (typeof value === "string" && value !== "" && value.length <= LONGEST_VALUE) attributes.set(name, value);
    else if (typeof value === "number" || typeof value === "boolean") attributes.set(name, String(value));
    else for (const [key, member] of Object.entries(asObject(value) ?? {})) add(key, member);
  };
  for (const [name, value] of Object.entries(row)) if (!NOT_ATTRIBUTES.has(name)) add(name, value);
  return attributes;
}

/** `automated_suite` as people say it. */
export function spoken(attribute: string): string {
  return attribute.replaceAll("_", " ");
}
