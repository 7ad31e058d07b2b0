import { meanOf, type PlainFacts, type PlainRow, topOf, valueBy, valuesOf } from "./facts.ts";

/** How a sentence may read, and whether it is then true. */
export type Form = [pattern: RegExp, holds: (match: RegExpExecArray, facts: PlainFacts) => boolean];
/** By figure. */
export type FigureForms = Readonly<Record<string, readonly Form[]>>;

export const label = (row: PlainRow) => row.label;
export const means = ({ rows }: PlainFacts, metric: string, key = label) =>
  valueBy(rows, key, (own) => meanOf(valuesOf(own, metric)));
export const areEqual = (values: ReadonlyMap<string, number>) => topOf(values).length === values.size;
