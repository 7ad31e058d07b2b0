import type { FigureRow, StoredFigure } from "../../../harness/figures/figure.ts";
import type { FilterKey, Filters } from "../../../harness/figures/filters.ts";
import { findFigure } from "../../../harness/figures/registry.ts";
import { selectRows } from "./page-filters.ts";

export interface SelectedFigure extends StoredFigure {
  /** Filters that say nothing about its rows. */
  ignored: FilterKey[];
  /** Those that its rows follow. */
  followed: Filters;
  /** What the caption is about while there are filters; empty without. */
  scope: "" | "selected" | "whole run";
}

/**
 * A figure of the rows that the filters select, with the caption that these rows give. Where the caption rests on a test
 * or a fit over all rows, it stays that of the whole run, and says so.
 */
export function selectFigure(stored: StoredFigure, filters: Filters): SelectedFigure {
  const { rows, ignored } = selectRows(stored.rows, filters);
  const followed = Object.fromEntries(Object.entries(filters).filter(([key]) => !ignored.includes(key as FilterKey)));
  const whole: SelectedFigure = { ...stored, rows, ignored, followed: {}, scope: "" };
  if (Object.keys(filters).length === 0) return whole;
  const definition = findFigure(stored.name);
  if (!definition || Object.keys(followed).length === 0) return { ...whole, scope: "whole run" };
  const facts = factsOf(stored.facts, followed);
  const data = { rows, facts: facts ?? stored.facts };
  const marks = definition.marks(data);
  if (facts === undefined) return { ...whole, marks, scope: "whole run" };
  return { ...whole, ...data, followed, marks, caption: definition.caption(data), scope: "selected" };
}

/** Facts that are rows themselves are selected as rows are; undefined for those that can't be had without all executions. */
function factsOf(facts: unknown, filters: Filters): unknown {
  if (facts === null) return null;
  return Array.isArray(facts) ? selectRows(facts as FigureRow[], filters).rows : undefined;
}
