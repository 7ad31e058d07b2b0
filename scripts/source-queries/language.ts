import type { SourceQuery } from "../../db/sources/port.ts";

/** A language with what writes it and what reads it, which know nothing of each other. */
export interface QueryLanguage {
  name: string;
  /** Keywords that the adapter leaves out before it writes. */
  isSearched(keyword: string): boolean;
  write(query: SourceQuery): readonly string[];
  read(written: string): unknown;
  /** What the written queries must be read as. */
  expect(query: SourceQuery): readonly unknown[];
  /** Filters that stand in a query: with any text as their value, with ids alone, a container's name alone, or none. */
  filters: "any" | "ids" | "container" | "none";
}
