import type { StepResult } from "../strategy.ts";

export type ResultRow = Readonly<Record<string, unknown>>;

/** A tool's answer, understood as far as its form tells. */
export interface ResultView {
  ok: boolean;
  /** Code of the error, "" without one. */
  error: string;
  hint: string;
  rows: readonly ResultRow[];
  /** How many there are in all. */
  total: number;
  truncated: boolean;
  /** Where the whole result is stored. */
  path: string | null;
  /** Everything else that the answer says about itself. */
  facts: ResultRow;
  /** The answer as it came, for tools that answer in prose. */
  text: string;
}

/** The same answer is looked at in each request of an agent. */
const VIEWS = new WeakMap<StepResult, ResultView>();

export function viewResult(step: StepResult): ResultView {
  let view = VIEWS.get(step);
  if (!view) {
    view = readResult(step);
    VIEWS.set(step, view);
  }
  return view;
}

function readResult({ status, text }: StepResult): ResultView {
  const value = parseObject(text);
  const error = asObject(value?.error);
  const { rows, total, truncated, result, shown: _shown, error: _error, ...facts } = value ?? {};
  const list = Array.isArray(rows) ? rows.filter((row): row is ResultRow => asObject(row) !== null) : [];
  return {
    ok: status === "success" && error === null,
    error: error ? String(error.code ?? "failed") : status === "error" ? "failed" : "",
    hint: error ? String(error.hint ?? "") : "",
    rows: list,
    total: typeof total === "number" ? total : list.length,
    truncated: truncated === true,
    path: typeof result === "string" ? result : null,
    facts,
    text,
  };
}

function parseObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith("{")) return null;
  try {
    return asObject(JSON.parse(text));
  } catch {
    // Cut in the middle, or prose that begins with a brace.
    return null;
  }
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
