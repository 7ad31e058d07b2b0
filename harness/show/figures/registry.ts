import type { Figure } from "../drawing/figure.ts";
import { abstention } from "./abstention.ts";
import { bestDifferences } from "./best-differences.ts";
import { blandAltmanCalibration, blandAltmanIr, blandAltmanNormalisedIr } from "./bland-altman.ts";
import { criticalDifference } from "./critical-difference.ts";
import { dimensionByVerdict, judgeDimensionByVerdict } from "./dimension-by-verdict.ts";
import { dimensionScores } from "./dimension-scores.ts";
import { entityThreshold } from "./entity-threshold.ts";
import { factorDifferences } from "./factor-differences.ts";
import { insteadOfFlat } from "./flat.ts";
import { grounding } from "./grounding.ts";
import { groundingByExecution, groundingStudy } from "./grounding-by-execution.ts";
import { mrrByConfiguration, ndcgByConfiguration } from "./interval-by-configuration.ts";
import { judgeProbes } from "./judge-probes.ts";
import { judgeVsIr } from "./judge-vs-ir.ts";
import { judgePassRateByFamily, passRateByFamily } from "./pass-rate-by-family.ts";
import { judgePassRateFacets, passRateFacets } from "./pass-rate-facets.ts";
import { judgePassRateHeatmap, passRateHeatmap } from "./pass-rate-heatmap.ts";
import { qualityCost } from "./quality-cost.ts";
import { rankPositions } from "./rank-positions.ts";
import { recallCurve } from "./recall-curve.ts";
import { retrievedReported } from "./retrieved-reported.ts";
import { riskCoverage } from "./risk-coverage.ts";
import { slope } from "./slope.ts";
import { strategyFrontier } from "./strategy-frontier.ts";
import { timeCdf } from "./time-cdf.ts";
import { timeCdfWhole } from "./time-cdf-whole.ts";
import { timeViolin, timeViolinStudy } from "./time-violin.ts";
import { tokens } from "./tokens.ts";
import { toolCalls } from "./tool-calls.ts";
import { varianceDecomposition } from "./variance-decomposition.ts";

/** Every figure, in the order of the pages. File names, downloads and pages derive from this list. */
export const FIGURES: readonly Figure[] = (
  [
    qualityCost,
    ndcgByConfiguration,
    mrrByConfiguration,
    recallCurve,
    rankPositions,
    criticalDifference,
    bestDifferences,
    slope,
    passRateFacets,
    judgePassRateFacets,
    passRateHeatmap,
    judgePassRateHeatmap,
    passRateByFamily,
    judgePassRateByFamily,
    entityThreshold,
    factorDifferences,
    varianceDecomposition,
    judgeVsIr,
    dimensionByVerdict,
    judgeDimensionByVerdict,
    dimensionScores,
    blandAltmanIr,
    blandAltmanNormalisedIr,
    blandAltmanCalibration,
    judgeProbes,
    abstention,
    riskCoverage,
    retrievedReported,
    grounding,
    groundingByExecution,
    groundingStudy,
    toolCalls,
    tokens,
    timeViolin,
    timeViolinStudy,
    timeCdf,
    timeCdfWhole,
    strategyFrontier,
  ] as readonly Figure[]
).map(insteadOfFlat);

export function findFigure(name: string): Figure | undefined {
  return FIGURES.find((figure) => figure.name === name);
}
