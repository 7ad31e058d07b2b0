import { abstention } from "./abstention.ts";
import { blandAltmanCalibration } from "./bland-altman-calibration.ts";
import { blandAltmanIr } from "./bland-altman-ir.ts";
import type { Figure } from "./figure.ts";
import { grounding } from "./grounding.ts";
import { judgeVsIr } from "./judge-vs-ir.ts";
import { mrrByConfiguration } from "./mrr-by-configuration.ts";
import { ndcgByConfiguration } from "./ndcg-by-configuration.ts";
import { passRateFacets } from "./pass-rate-facets.ts";
import { passRateHeatmap } from "./pass-rate-heatmap.ts";
import { recallCurve } from "./recall-curve.ts";
import { timeCdf } from "./time-cdf.ts";
import { tokens } from "./tokens.ts";
import { toolCalls } from "./tool-calls.ts";

/** Every figure, in the order of the pages. File names, downloads and pages derive from this list. */
export const FIGURES = [
  ndcgByConfiguration,
  mrrByConfiguration,
  recallCurve,
  passRateFacets,
  passRateHeatmap,
  judgeVsIr,
  blandAltmanIr,
  blandAltmanCalibration,
  abstention,
  grounding,
  toolCalls,
  tokens,
  timeCdf,
] as readonly Figure[];

export function findFigure(name: string): Figure | undefined {
  return FIGURES.find((figure) => figure.name === name);
}
