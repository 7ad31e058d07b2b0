import { fileURLToPath } from "node:url";
import type { OracleCase } from "./cases/case.ts";
import { execute } from "./python.ts";

export interface Agreement {
  kind: string;
  cases: number;
  values: number;
  /** Largest absolute difference; relative for numbers above 1. */
  difference: number;
  /** Cases where one side is undefined and the other is not, or that differ by more than 1e-9. */
  disagreements: { input: unknown; ours: readonly (number | null)[]; theirs: readonly (number | null)[] }[];
}

/** Asks the outside packages, all cases in one process, and compares by kind. */
export function compareWith(python: string, cases: readonly OracleCase[]): Agreement[] {
  const script = fileURLToPath(new URL("oracle.py", import.meta.url));
  const input = JSON.stringify(cases.map(({ kind, input: question }) => ({ kind, input: question })));
  const answers = JSON.parse(execute(python, [script], input)) as (number | null)[][];
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const mine = cases.flatMap((entry, i) => (entry.kind === kind ? [{ ...entry, theirs: answers[i]! }] : []));
    const differences = mine.map(({ ours, theirs }) => worst(ours, theirs));
    return {
      kind,
      cases: mine.length,
      values: mine.reduce((sum, { ours }) => sum + ours.length, 0),
      difference: Math.max(...differences.filter(Number.isFinite), 0),
      disagreements: mine
        .filter((_, i) => !(differences[i]! <= 1e-9))
        .map(({ input: question, ours, theirs }) => ({ input: question, ours, theirs })),
    };
  });
}

function worst(ours: readonly (number | null)[], theirs: readonly (number | null)[]): number {
  if (ours.length !== theirs.length) return Number.POSITIVE_INFINITY;
  return Math.max(...ours.map((mine, i) => distance(mine, theirs[i]!)));
}

function distance(mine: number | null, other: number | null): number {
  if (mine === null || other === null) return mine === other ? 0 : Number.POSITIVE_INFINITY;
  return Math.abs(mine - other) / Math.max(1, Math.abs(other));
}
