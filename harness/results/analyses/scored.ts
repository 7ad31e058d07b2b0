import type { SimilaritySpace } from "../../../db/ports/ports.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { ProbedRole } from "../../judge/probes/roles.ts";
import type { Rating } from "../../judge/ratings/rating.ts";
import type { Config } from "../../record/config/schema.ts";
import type { BaselineName } from "../../record/domain/baseline-names.ts";
import type { Configuration } from "../../record/domain/names.ts";
import type { ProbeReading } from "../../record/domain/records.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import type { Design } from "../selection/design.ts";

/** What analyses compute from: every expected execution of a run with its scores, and what is known about its judges. */
export interface Scored {
  config: Config;
  scenarios: readonly Scenario[];
  /** The texts were generated from a seed. */
  syntheticCorpus: boolean;
  /** Of workflows that grade what they retrieve; absent where none does. */
  gradeThresholds?: Readonly<Record<SimilaritySpace, number>> | undefined;
  /** In matrix order. */
  configurations: readonly ScoredConfiguration[];
  /** Those of all configurations, in the same order. */
  executions: readonly ScoredExecution[];
  /** Rankers without a model: no configurations, and not among `executions`. */
  baselines: readonly { name: BaselineName; executions: readonly ScoredExecution[] }[];
  /** What each judge that was probed said. */
  probed: readonly { judge: ProbedRole; readings: readonly ProbeReading[] }[];
  /** People's. */
  ratings: readonly Rating[];
  design: Design;
}

/** The executions of one configuration, in matrix order. */
export interface ScoredConfiguration {
  configuration: Configuration;
  executions: readonly ScoredExecution[];
}
