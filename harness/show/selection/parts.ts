import { colorOrder } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Scored } from "../../results/analyses/scored.ts";
import { makeTable, TABLE_NAMES } from "../../results/tables/registry.ts";
import { describeFigure } from "../figures/describe-figure.ts";
import { FIGURES, findFigure } from "../figures/registry.ts";
import {
  makeFactorsData,
  makeJudgeData,
  makeOverviewData,
  makeRetrievalData,
  makeStrategiesData,
  type PageInput,
} from "../report/pages-data.ts";

/** Data of pages that follow filters, by the names of their files. */
const PAGES = {
  overview: makeOverviewData,
  judge: makeJudgeData,
  factors: makeFactorsData,
  retrieval: makeRetrievalData,
  strategies: makeStrategiesData,
} as const satisfies Record<string, (input: PageInput) => object>;

/** What a page asks for: the same as one of the files that the report was built with, of what its filters select. */
export interface PagePart {
  type: "figure" | "table" | "page";
  name: string;
}

/** All that there are. */
export const PAGE_PARTS: readonly PagePart[] = [
  ...FIGURES.map(({ name }) => ({ type: "figure" as const, name })),
  ...TABLE_NAMES.map((name) => ({ type: "table" as const, name })),
  ...Object.keys(PAGES).map((name) => ({ type: "page" as const, name })),
];

/** @param whole the configuration of the run: a model keeps its colour where others are left out */
export function makePart(
  { type, name }: PagePart,
  { whole, scored, results }: { whole: Config; scored: Scored; results: Results },
): unknown {
  if (type === "figure") return describeFigure(findFigure(name)!, { results, models: colorOrder(whole) });
  if (type === "table") return makeTable(name, { ...scored, results });
  return PAGES[name as keyof typeof PAGES]({ config: whole, set: scored, results });
}
