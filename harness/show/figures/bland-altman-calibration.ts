import { makeBlandAltmanFigure } from "./bland-altman.ts";

export const blandAltmanCalibration = makeBlandAltmanFigure({
  name: "bland-altman-primary-calibration",
  title: "Primary and calibration verdicts: do they agree?",
  definition: "The primary judge's overall score minus the calibration judge's, over the calibration sample.",
  behind: { metric: "overall_score,calibration_overall_score", has: "value" },
  select: ({ primary_vs_calibration }) => primary_vs_calibration.find(({ a }) => a === "primary overall_score"),
});
