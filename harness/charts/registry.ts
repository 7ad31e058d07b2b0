import type { Figure } from "./figure.ts";
import { mrrByConfiguration } from "./mrr-by-configuration.ts";
import { ndcgByConfiguration } from "./ndcg-by-configuration.ts";

/** Every figure, in the order of the pages. File names, downloads and pages derive from this list. */
export const FIGURES: readonly Figure[] = [ndcgByConfiguration, mrrByConfiguration] as readonly Figure[];

export function findFigure(name: string): Figure | undefined {
  return FIGURES.find((figure) => figure.name === name);
}
