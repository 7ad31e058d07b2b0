import { lazily } from "../../../base/lazily.ts";
import type { Design } from "../selection/design.ts";
import type { Analysis } from "./analysis.ts";
import { ANALYSES, type AnalysisResults } from "./registry.ts";
import type { Scored } from "./scored.ts";

/** The results of every analysis. What does not fit its published schema is a bug and is not given. */
export function analyse(scored: Scored): AnalysisResults {
  const results = analyseLazily(scored);
  const checked = ANALYSES.map(({ name, schema }) => [name, schema.parse(results[name as keyof AnalysisResults])]);
  return Object.fromEntries(checked) as AnalysisResults;
}

/** The same, each computed when it is first asked for, and unchecked. `before` is called with each that is about to be. */
export function analyseLazily(scored: Scored, before?: (analysis: Analysis) => void): AnalysisResults {
  const results: AnalysisResults = lazily(
    Object.fromEntries(
      ANALYSES.map((analysis) => [
        analysis.name,
        () => {
          before?.(analysis);
          return isWithin(scored.design, analysis) ? analysis.compute(scored, needsOf(analysis, results)) : [];
        },
      ]),
    ),
  ) as AnalysisResults;
  return results;
}

function needsOf({ needs }: Analysis, results: AnalysisResults): AnalysisResults {
  const read = needs.map(({ name }) => [name, () => results[name as keyof AnalysisResults]]);
  return lazily(Object.fromEntries(read));
}

/** Whether enough of the design is there for what the analysis holds against each other. */
export function isWithin(design: Design, { compares = "executions" }: Pick<Analysis, "compares">): boolean {
  return DESIGNS.indexOf(design) <= DESIGNS.indexOf(compares);
}

/** Each with less than the one before. */
const DESIGNS: readonly Design[] = ["levels", "configurations", "executions"];
