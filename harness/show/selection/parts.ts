import { colorOrder } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Scored } from "../../results/analyses/scored.ts";
import { makeTable, pageTable, TABLE_NAMES } from "../../results/tables/registry.ts";
import { describeFigure } from "../figures/describe-figure.ts";
import { FIGURES, findFigure } from "../figures/registry.ts";
import { FOLLOWING_PAGES } from "../report/pages/registry.ts";

/** What a page asks for: the same as one of the files that the report was built with, of what its filters select. */
export interface PagePart {
  type: "figure" | "table" | "page";
  name: string;
}

/** All that there are. */
export const PAGE_PARTS: readonly PagePart[] = [
  ...FIGURES.map(({ name }) => ({ type: "figure" as const, name })),
  ...TABLE_NAMES.map((name) => ({ type: "table" as const, name })),
  ...FOLLOWING_PAGES.map(({ data }) => ({ type: "page" as const, name: data.name })),
];

/** @param whole the configuration of the run: a model keeps its colour where others are left out */
export function makePart(
  { type, name }: PagePart,
  { whole, scored, results }: { whole: Config; scored: Scored; results: Results },
): unknown {
  if (type === "figure")
    return describeFigure(findFigure(name)!, { results, models: colorOrder(whole), config: whole });
  if (type === "table") {
    const table = makeTable(name, { ...scored, results });
    return table && pageTable(table);
  }
  return FOLLOWING_PAGES.find(({ data }) => data.name === name)!.data.make({ config: whole, set: scored, results });
}
