import type { z } from "zod";
import type { Design } from "../selection/design.ts";
import type { ColumnsBehind } from "../table-format/behind.ts";
import type { CaptionFacts } from "../table-format/caption.ts";
import type { TableBody } from "../table-format/table.ts";
import type { Scored } from "./scored.ts";

/** A file `metrics/<name>.json` of this form. */
export interface Result<Name extends string = string, Schema extends z.ZodType = z.ZodType> {
  name: Name;
  /** What the file holds, in snake_case; published as `schemas/metrics/<name>.schema.json`. Its description says what it answers. */
  schema: Schema;
}

/** Name of its file in `metrics/`. */
export function resultFile(name: string): string {
  return `${name}.json`;
}

/** Results by their names. */
export type ResultsOf<Some extends readonly Result[]> = {
  readonly [One in Some[number] as One["name"]]: z.output<One["schema"]>;
};

/**
 * One question to the scored executions of a run: one file that exports one of these, and one line in the registry. Pure: it reads no
 * file, model or clock, and draws from a seeded generator.
 */
export interface Analysis<
  Name extends string = string,
  Schema extends z.ZodType = z.ZodType,
  Needs extends readonly Result[] = readonly Result[],
> extends Result<Name, Schema> {
  /** Whose results it is given; they stand before it in the registry. */
  needs: Needs;
  /** What it holds against each other: its result is a list, and empty where a selection leaves too little of the design. */
  compares?: Design;
  compute(scored: Scored, earlier: ResultsOf<Needs>): z.output<Schema>;
  /** The result as a table of `metrics/tables/`, where it has such a form; null where this run has nothing to show in it. */
  table?(result: z.output<Schema>, facts: Scored & CaptionFacts): TableBody | null;
  /** What the table's numbers are made of. */
  behind?: ColumnsBehind;
  /** Of the table's files, where it is not the analysis' own. */
  tableName?: string;
}

/** Infers what `compute` is given from `needs` and what it must give from `schema`. */
export function defineAnalysis<
  const Name extends string,
  Schema extends z.ZodType,
  const Needs extends readonly Result[],
>(analysis: Analysis<Name, Schema, Needs>): Analysis<Name, Schema, Needs> {
  return analysis;
}
