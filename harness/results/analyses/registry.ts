import { abstention } from "./abstention.ts";
import type { Analysis, ResultsOf } from "./analysis.ts";
import { baselines } from "./baselines.ts";
import { differences } from "./differences.ts";
import { discovery } from "./discovery.ts";
import { emptyAnswers } from "./empty-answers.ts";
import { entityThreshold } from "./entity-threshold.ts";
import { expectedTools } from "./expected-tools.ts";
import { factors } from "./factors.ts";
import { faults } from "./faults.ts";
import { human } from "./human.ts";
import { judge } from "./judge.ts";
import { judgeCorrection } from "./judge-correction.ts";
import { judgeFaults } from "./judge-faults.ts";
import { judgeProbes } from "./judge-probes.ts";
import { judgeRepeats } from "./judge-repeats.ts";
import { levels } from "./levels.ts";
import { liveSources } from "./live-sources.ts";
import { metaJudge } from "./meta-judge.ts";
import { metrics } from "./metrics.ts";
import { nodeEffects } from "./node-effects.ts";
import { queryTypes } from "./query-types.ts";
import { rankPositions } from "./rank-positions.ts";
import { rankings } from "./rankings.ts";
import { repeatedPasses } from "./repeated-passes.ts";
import { reviews } from "./reviews.ts";
import { riskCoverage } from "./risk-coverage.ts";
import { roleTokens } from "./role-tokens.ts";
import { routing } from "./routing.ts";
import { strategies } from "./strategies.ts";
import { summary } from "./summary.ts";
import { systems } from "./systems.ts";
import { timing } from "./timing.ts";
import { trends } from "./trends.ts";
import { truthCheck } from "./truth-check.ts";
import { variance } from "./variance.ts";
import { verdictAgreement } from "./verdict-agreement.ts";

/** Every analysis, each after those that it needs. Files of `metrics/`, their schemas, their tables and what is read back derive from this list. */
const REGISTRY = [
  metrics,
  summary,
  baselines,
  judge,
  variance,
  riskCoverage,
  factors,
  rankings,
  differences,
  trends,
  timing,
  abstention,
  discovery,
  faults,
  entityThreshold,
  rankPositions,
  roleTokens,
  queryTypes,
  routing,
  expectedTools,
  reviews,
  strategies,
  levels,
  nodeEffects,
  judgeFaults,
  judgeProbes,
  judgeRepeats,
  judgeCorrection,
  metaJudge,
  human,
  verdictAgreement,
  systems,
  emptyAnswers,
  truthCheck,
  repeatedPasses,
  liveSources,
] as const;

/** The results of all analyses, by name. */
export type AnalysisResults = ResultsOf<typeof REGISTRY>;

export const ANALYSES: readonly Analysis[] = REGISTRY;
